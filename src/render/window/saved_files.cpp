#include "render/window/saved_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "sinew/base/error.h"

namespace sinew {

namespace fs = std::filesystem;

fs::path unused_path(const fs::path& folder, const std::string& name, std::int64_t step,
                     const std::string& extension) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure)
    throw Error(fmt::format("the folder cannot be made: {}", failure.message()), folder.string(),
                "choose another folder with --out");
  fs::path path = folder / fmt::format("{}_{:08d}{}", name, step, extension);
  for (int copy = 2; fs::exists(path); ++copy)
    path = folder / fmt::format("{}_{:08d}_{}{}", name, step, copy, extension);
  return path;
}

void MovieRecorder::begin(const fs::path& path, int width, int height, double time) {
  writer_ = std::make_unique<MovieWriter>(path, width, height, kFramesPerSecond);
  path_ = path;
  width_ = width, height_ = height;
  next_ = time, frames_ = 0;
}

bool MovieRecorder::wants(double time) const {
  return recording() && (time >= next_ || time < next_ - 2 / kFramesPerSecond);
}

void MovieRecorder::add(const Picture& picture, double time) {
  constexpr int kMost = 300;  // of one picture, if a step takes very long
  if (time < next_ - 2 / kFramesPerSecond) next_ = time;
  for (int copy = 0; next_ <= time && copy < kMost; ++copy, ++frames_, next_ += 1 / kFramesPerSecond)
    writer_->add(picture);
  next_ = std::max(next_, time);
}

std::string MovieRecorder::finish() {
  const std::unique_ptr<MovieWriter> writer = std::move(writer_);
  if (frames_ == 0) return "no movie: nothing has moved while it was recorded";
  writer->finish();
  return fmt::format("{}: {} frames, {:.1f} s", path_.string(), frames_, frames_ / kFramesPerSecond);
}

}  // namespace sinew
