#include "scene/recorded_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "scene/playback/recorded_body.h"
#include "scene/playback/recorded_files.h"

namespace sinew {

RecordedRun::RecordedRun(std::filesystem::path folder) : folder_(std::move(folder)) {
  RecordedFiles files = find_recorded_files(folder_);
  steps_ = std::move(files.steps);
  times_ = std::move(files.times);
  for (RecordedSeries& series : files.bodies) {
    frame_.bodies.emplace_back().body = series.stem;
    bodies_.emplace_back(std::move(series), steps_.front());
  }
}

RecordedRun::~RecordedRun() = default;
RecordedRun::RecordedRun(RecordedRun&&) noexcept = default;
RecordedRun& RecordedRun::operator=(RecordedRun&&) noexcept = default;

double RecordedRun::time(std::int64_t step) const {
  const auto found = times_.find(step);
  return found == times_.end() ? 0 : found->second;
}

const Frame& RecordedRun::read(std::int64_t step) {
  if (!std::binary_search(steps_.begin(), steps_.end(), step))
    throw Error(
        fmt::format("step {} was not recorded", step), folder_.string(),
        fmt::format("there are {} steps, from {} to {}", steps_.size(), steps_.front(), steps_.back()));
  frame_.step = step;
  frame_.time = time(step);
  for (std::size_t b = 0; b < bodies_.size(); ++b) bodies_[b].read(step, frame_.bodies[b]);
  return frame_;
}

}  // namespace sinew
