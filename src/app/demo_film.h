#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "render/movie_writer.h"
#include "render/studio.h"

namespace sinew {

// Films one scene of the demo while it runs, and takes its picture at the end. Where there is no graphics
// driver, or no ffmpeg, the run goes on without, and trouble() says why.
class DemoFilm {
 public:
  // Files FOLDER/NAME.mp4 and FOLDER/NAME.png.
  DemoFilm(LoadedWorld& loaded, const std::filesystem::path& folder, const std::string& name);

  // Makes the run show its frames to this film, which must outlive it.
  void watch(RunOptions& run);
  // After the run.
  void finish();

  // Names of the files made, or empty.
  const std::string& picture() const { return picture_; }
  const std::string& movie() const { return movie_; }
  const std::string& trouble() const { return trouble_; }

 private:
  void film(const Frame& frame);
  template <typename F>
  bool tried(F&& f);

  LoadedWorld& loaded_;
  std::filesystem::path folder_;
  std::string name_, picture_, movie_, trouble_;
  std::int64_t every_;
  std::unique_ptr<Studio> studio_;
  std::unique_ptr<MovieWriter> writer_;
};

}  // namespace sinew
