#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "render/movie_writer.h"
#include "sinew/record/run.h"
#include "sinew/render/studio.h"

namespace sinew {

// Films one scene of the demo while it runs, and takes one picture. Runs of a second or two are shown slowed
// down, so that there is time to see them. If there is no graphics driver, or no ffmpeg, the run continues
// without it, and trouble() says why.
class DemoFilm {
 public:
  // Files FOLDER/NAME.mp4 and FOLDER/NAME.png, the picture after `picture_step` steps.
  DemoFilm(LoadedWorld& loaded, const std::filesystem::path& folder, const std::string& name,
           std::int64_t picture_step);

  // Makes the run show its frames to this film, which must outlive it.
  void watch(RunOptions& run);
  // After the run.
  void finish();

  // Names of the files made, or empty.
  const std::string& picture() const { return picture_; }
  const std::string& movie() const { return movie_; }
  const std::string& trouble() const { return trouble_; }
  // How many times slower than the run the movie is.
  int slower() const { return slower_; }

 private:
  void film(const Frame& frame);
  void take_picture(const Frame& frame);
  template <typename F>
  bool tried(F&& f);

  LoadedWorld& loaded_;
  std::filesystem::path folder_;
  std::string name_, picture_, movie_, trouble_;
  std::int64_t picture_step_;
  int slower_;
  std::int64_t every_;
  std::unique_ptr<Studio> studio_;
  std::unique_ptr<MovieWriter> writer_;
};

}  // namespace sinew
