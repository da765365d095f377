#include "app/demo_film.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sinew/base/error.h"
#include "sinew/record/run.h"
#include "sinew/render/studio.h"
#include "sinew/scene/load_world.h"

namespace sinew {

namespace {

constexpr std::array<int, 2> kMovieSize{640, 360}, kPictureSize{1280, 720};
constexpr double kMostFramesPerSecond = 30;
constexpr double kShortestMovie = 3;  // s, about

int times_slower(const RunOptions& run) {
  const double seconds = static_cast<double>(run.steps) * run.dt;
  return seconds > 0 ? std::clamp(static_cast<int>(std::lround(kShortestMovie / seconds)), 1, 10) : 1;
}

StudioOptions options_of(const LoadedWorld& loaded, const std::array<int, 2>& size, bool sharp) {
  StudioOptions options = studio_options(loaded);
  options.size = size;
  options.sharp = sharp;
  return options;
}

}  // namespace

// What fails is given up, and the reason kept.
template <typename F>
bool DemoFilm::tried(F&& f) {
  try {
    f();
    return true;
  } catch (const Error& error) {
    if (trouble_.empty()) trouble_ = error.what();
    return false;
  }
}

DemoFilm::DemoFilm(LoadedWorld& loaded, const std::filesystem::path& folder, const std::string& name,
                   std::int64_t picture_step)
    : loaded_(loaded),
      folder_(folder),
      name_(name),
      picture_step_(picture_step),
      slower_(times_slower(loaded.run)),
      every_(frames_apart(loaded.run.dt * slower_, kMostFramesPerSecond)) {
  // Without ffmpeg there is a picture still.
  tried([&] {
    studio_ = std::make_unique<Studio>(options_of(loaded, kMovieSize, false));
    const double rate = 1 / (loaded.run.dt * slower_ * static_cast<double>(every_));
    writer_ = std::make_unique<MovieWriter>(folder / (name + ".mp4"), kMovieSize[0], kMovieSize[1], rate);
  });
}

void DemoFilm::watch(RunOptions& run) {
  if (studio_ == nullptr) return;
  run.watched = studio_->contents();
  run.watch = [this](const Frame& frame) { film(frame); };
}

void DemoFilm::film(const Frame& frame) {
  if (frame.step == picture_step_) take_picture(frame);
  if (writer_ == nullptr || frame.step % every_ != 0) return;
  if (!tried([&] { writer_->add(studio_->picture(frame)); })) writer_.reset();
}

void DemoFilm::finish() {
  if (writer_ != nullptr && tried([&] { writer_->finish(); })) movie_ = name_ + ".mp4";
  writer_.reset();
  studio_.reset();
}

void DemoFilm::take_picture(const Frame& frame) {
  tried([&] {
    Studio studio(options_of(loaded_, kPictureSize, true));
    write_png(folder_ / (name_ + ".png"), studio.picture(frame));
    picture_ = name_ + ".png";
  });
}

}  // namespace sinew
