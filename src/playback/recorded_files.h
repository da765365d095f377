#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sinew {

// What to do where a recording cannot be played.
inline constexpr const char* kRecordAgain = "record it with 'sinew run SCENE --out FOLDER --format vtu,ply'";

// The files of one body, by step.
struct RecordedSeries {
  std::string stem;
  std::map<std::int64_t, std::filesystem::path> files;
};

struct RecordedFiles {
  std::vector<RecordedSeries> bodies;    // by stem; of .vtu files where there are any, else of surfaces
  std::vector<std::int64_t> steps;       // that all bodies have, ascending
  std::map<std::int64_t, double> times;  // s, by step: of the .pvd files, else of run.csv
};

// Looks through a folder, without opening the frames themselves. Frames that no .pvd names, as an earlier and
// longer run leaves them, are passed over; so are bodies that are not among `stems`, as the run of another
// scene leaves them, and the others come in that order, unless one of them is missing. Throws Error where
// there is no such folder or nothing to play in it.
RecordedFiles find_recorded_files(const std::filesystem::path& folder,
                                  const std::vector<std::string>& stems = {});

}  // namespace sinew
