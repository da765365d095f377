#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "render/movie_writer.h"

namespace sinew {

// FOLDER/NAME_00000120.EXT, or with _2, _3, ... appended if such a file exists: nothing is replaced. Makes
// the folder.
std::filesystem::path unused_path(const std::filesystem::path& folder, const std::string& name,
                                  std::int64_t step, const std::string& extension);

// A movie of what is seen while it is recorded, at the speed of the simulated time.
class MovieRecorder {
 public:
  static constexpr double kFramesPerSecond = 30;

  bool recording() const { return writer_ != nullptr; }
  void begin(const std::filesystem::path& path, int width, int height, double time);
  // Whether the picture at this time belongs into the movie. Time that runs backwards was reset.
  bool wants(double time) const;
  bool fits(int width, int height) const { return width == width_ && height == height_; }
  // As often as it takes to fill the time since the last one.
  void add(const Picture& picture, double time);
  // Returns what to tell the person.
  std::string finish();

 private:
  std::filesystem::path path_;
  std::unique_ptr<MovieWriter> writer_;
  int width_ = 0, height_ = 0;
  double next_ = 0;  // s
  int frames_ = 0;
};

}  // namespace sinew
