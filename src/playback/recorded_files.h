#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sinew {

// The hint if a recording cannot be played.
inline constexpr const char* kRecordAgain = "record it with 'sinew run SCENE --out FOLDER --format vtu,ply'";

// The files of one body, by step.
struct RecordedSeries {
  std::string stem;
  std::map<std::int64_t, std::filesystem::path> files;
};

struct RecordedFiles {
  std::vector<RecordedSeries> bodies;    // by stem; of .vtu files if there are any, else of surfaces
  std::vector<std::int64_t> steps;       // recorded for all bodies, ascending
  std::map<std::int64_t, double> times;  // s, by step: from the .pvd files, else from run.csv
};

// Searches a folder, without opening the frames themselves. Frames that no .pvd names are ignored: an
// earlier, longer run leaves such frames. Bodies that are not among `stems` are ignored: the run of another
// scene leaves them. The bodies come in the order of `stems`, unless one of them is missing. Throws Error if
// there is no such folder or nothing to play in it.
RecordedFiles find_recorded_files(const std::filesystem::path& folder,
                                  const std::vector<std::string>& stems = {});

}  // namespace sinew
