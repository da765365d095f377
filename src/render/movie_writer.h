#pragma once

#include <filesystem>
#include <memory>

#include "base/unfinished_file.h"
#include "sinew/render/picture.h"

namespace sinew {

class ChildProcess;

// Makes a movie from pictures by the program ffmpeg: .mp4 (H.264), .webm (VP9) or .gif by the extension. The
// movie appears under its name when it is finished; an unfinished one leaves nothing behind.
class MovieWriter {
 public:
  // Throws Error if ffmpeg is not installed, for another extension, a size below 2 x 2, or a file that
  // cannot be written. An odd width or height loses its last line in .mp4 and .webm, which need even sizes.
  MovieWriter(std::filesystem::path path, int width, int height, double frames_per_second);
  ~MovieWriter();
  MovieWriter(const MovieWriter&) = delete;
  MovieWriter& operator=(const MovieWriter&) = delete;

  // Adds a frame of the movie's size. If ffmpeg has failed (a full disk), throws Error with the end of its
  // output.
  void add(const Picture& picture);
  // Waits for ffmpeg and puts the movie in its place. Throws Error if there is no frame, or as add does.
  void finish();

 private:
  [[noreturn]] void fail();

  std::filesystem::path path_;
  int width_, height_;
  bool empty_ = true;
  UnfinishedFile file_;
  std::unique_ptr<ChildProcess> ffmpeg_;  // until the movie is finished; it ends before its file is removed
};

// Whether a MovieWriter can write files with this extension.
bool is_movie_file(const std::filesystem::path& path);

}  // namespace sinew
