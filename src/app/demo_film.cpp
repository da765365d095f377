#include "app/demo_film.h"

#include "base/error.h"
#include "render/filming.h"

namespace sinew {

namespace {

constexpr std::array<int, 2> kMovieSize{640, 360}, kPictureSize{1280, 720};
constexpr double kMostFramesPerSecond = 30;

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

DemoFilm::DemoFilm(LoadedWorld& loaded, const std::filesystem::path& folder, const std::string& name)
    : loaded_(loaded),
      folder_(folder),
      name_(name),
      every_(frames_apart(loaded.run.dt, kMostFramesPerSecond)) {
  tried([&] {
    auto studio = std::make_unique<Studio>(options_of(loaded, kMovieSize, false));
    const double rate = 1 / (loaded.run.dt * static_cast<double>(every_));
    writer_ = std::make_unique<MovieWriter>(folder / (name + ".mp4"), kMovieSize[0], kMovieSize[1], rate);
    studio_ = std::move(studio);
  });
}

void DemoFilm::watch(RunOptions& run) {
  if (studio_ == nullptr) return;
  run.watched = studio_->contents();
  run.watch = [this](const Frame& frame) { film(frame); };
}

void DemoFilm::film(const Frame& frame) {
  if (writer_ == nullptr || frame.step % every_ != 0) return;
  if (!tried([&] { writer_->add(studio_->picture(frame)); })) writer_.reset();
}

void DemoFilm::finish() {
  if (writer_ != nullptr && tried([&] { writer_->finish(); })) movie_ = name_ + ".mp4";
  writer_.reset();
  studio_.reset();
  tried([&] {
    Studio studio(options_of(loaded_, kPictureSize, true));
    loaded_.world.publish(studio.contents());
    write_png(folder_ / (name_ + ".png"), studio.picture(loaded_.world.frame()));
    picture_ = name_ + ".png";
  });
}

}  // namespace sinew
