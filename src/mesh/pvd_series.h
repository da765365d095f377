#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sinew {

struct PvdFrame {
  double time;       // s
  std::string file;  // from the folder of the .pvd
};
// The frames that a .pvd file lists, in its order. Throws Error for a file that is none, or damaged.
std::vector<PvdFrame> read_pvd(const std::filesystem::path& path);

// A .pvd file: the frames of a recording in time, for ParaView to open as one. The file is complete after
// every frame, so that a run can be watched while it lasts and keeps its frames when it ends early.
class PvdSeries {
 public:
  explicit PvdSeries(std::filesystem::path path);

  // Adds a frame that was written to `file`, at `time` seconds, and rewrites the .pvd. The file is referred
  // to from the folder of the .pvd, so that the whole can be moved.
  void add(double time, const std::filesystem::path& file);

  // Takes up the frames of the file that is there up to and including `time`, as an earlier run left it;
  // later ones are dropped. Without a file there is nothing to take up.
  void resume(double time);

  const std::filesystem::path& path() const { return path_; }

 private:
  void rewrite() const;

  std::filesystem::path path_;
  std::string frames_;
};

}  // namespace sinew
