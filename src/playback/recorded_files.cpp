#include "playback/recorded_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>

#include "base/file.h"
#include "mesh/pvd_series.h"
#include "sinew/base/error.h"
#include "sinew/record/recorder.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

// In alphabetical order, whatever that of the file system.
std::vector<fs::path> files_in(const fs::path& folder) {
  std::error_code failure;
  if (!fs::exists(folder, failure))
    throw Error("no such folder", folder.string(), "name the folder that 'sinew run' wrote to");
  if (!fs::is_directory(folder, failure))
    throw Error("is a file, not the folder of a run", folder.string(), "name the folder it lies in");
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure))
    files.push_back(entry->path());
  if (failure) throw Error(fmt::format("cannot be read: {}", failure.message()), folder.string());
  std::sort(files.begin(), files.end());
  return files;
}

RecordedSeries series_of(const fs::path& pvd, std::map<std::int64_t, double>& times) {
  RecordedSeries series{pvd.stem().string(), {}};
  for (const PvdFrame& frame : read_pvd(pvd)) {
    const fs::path file = pvd.parent_path() / frame.file;
    const auto known = frame_file_of(file.filename().string());
    if (!known)
      throw Error(fmt::format("the name of the frame '{}' does not end in a step", frame.file), pvd.string(),
                  kRecordAgain);
    series.files[known->step] = file;
    times[known->step] = frame.time;
  }
  return series;
}

// Files of one format only: if both exist, they show the same.
std::vector<RecordedSeries> surface_series(const std::vector<fs::path>& files, std::string_view extension) {
  std::map<std::string, RecordedSeries> by_stem;
  for (const fs::path& file : files) {
    const auto known = frame_file_of(file.filename().string());
    if (!known || file.extension() != extension) continue;
    RecordedSeries& series = by_stem[known->stem];
    series.stem = known->stem;
    series.files[known->step] = file;
  }
  std::vector<RecordedSeries> all;
  for (auto& [stem, series] : by_stem) all.push_back(std::move(series));
  return all;
}

// The first two columns of run.csv, as far as they make sense.
std::map<std::int64_t, double> times_of_csv(const fs::path& csv) {
  std::map<std::int64_t, double> times;
  if (!fs::exists(csv)) return times;
  const std::string bytes = read_file(csv);
  for (std::size_t begin = 0, end; (end = bytes.find('\n', begin)) != std::string::npos; begin = end + 1) {
    std::int64_t step = 0;
    double time = 0;
    const char* last = bytes.data() + end;
    const auto after_step = std::from_chars(bytes.data() + begin, last, step);
    if (after_step.ec != std::errc() || after_step.ptr == last || *after_step.ptr != ',') continue;
    if (std::from_chars(after_step.ptr + 1, last, time).ec == std::errc()) times[step] = time;
  }
  return times;
}

// The bodies with these stems, in their order; empty if one is missing.
std::vector<RecordedSeries> of_stems(const std::vector<RecordedSeries>& bodies,
                                     const std::vector<std::string>& stems) {
  std::vector<RecordedSeries> chosen;
  for (const std::string& stem : stems) {
    const auto found = std::ranges::find(bodies, stem, &RecordedSeries::stem);
    if (found == bodies.end()) return {};
    chosen.push_back(*found);
  }
  return chosen;
}

// A run that ended in the middle of a frame has it for some bodies only.
std::vector<std::int64_t> common_steps(const std::vector<RecordedSeries>& bodies) {
  std::vector<std::int64_t> steps;
  for (const auto& [step, file] : bodies.front().files)
    if (std::all_of(bodies.begin(), bodies.end(),
                    [step = step](const RecordedSeries& body) { return body.files.contains(step); }))
      steps.push_back(step);
  return steps;
}

}  // namespace

RecordedFiles find_recorded_files(const fs::path& folder, const std::vector<std::string>& stems) {
  RecordedFiles found;
  const std::vector<fs::path> files = files_in(folder);
  for (const fs::path& file : files)
    if (file.extension() == ".pvd") found.bodies.push_back(series_of(file, found.times));
  for (const char* extension : {".ply", ".obj"})
    if (found.bodies.empty()) {
      found.bodies = surface_series(files, extension);
      found.times = times_of_csv(folder / "run.csv");
    }
  if (found.bodies.empty()) throw Error("there is no recorded frame here", folder.string(), kRecordAgain);
  if (auto chosen = of_stems(found.bodies, stems); !chosen.empty()) found.bodies = std::move(chosen);
  found.steps = common_steps(found.bodies);
  if (found.steps.empty())
    throw Error("the bodies have no recorded step in common", folder.string(), kRecordAgain);
  return found;
}

}  // namespace sinew
