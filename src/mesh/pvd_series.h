#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sinew {

struct PvdFrame {
  double time;       // s
  std::string file;  // relative to the folder of the .pvd
};
// The frames that a .pvd file lists, in its order. Throws Error if it is not a .pvd file, or damaged.
std::vector<PvdFrame> read_pvd(const std::filesystem::path& path);

// A .pvd file: the frames of a recording with their times, which ParaView opens as one series. The file is
// complete after every frame, so that a run can be watched while it goes on and keeps its frames if it ends
// early.
class PvdSeries {
 public:
  explicit PvdSeries(std::filesystem::path path);

  // Adds a frame that was written to `file`, at `time` seconds, and rewrites the .pvd. The path is relative
  // to the folder of the .pvd, so that all files can be moved together.
  void add(double time, const std::filesystem::path& file);

  // Continues an existing .pvd of an earlier run: keeps its frames up to and including `time` and drops later
  // ones. If there is no file, the series starts empty.
  void resume(double time);

  const std::filesystem::path& path() const { return path_; }

 private:
  void rewrite() const;

  std::filesystem::path path_;
  std::string frames_;
};

}  // namespace sinew
