#include "sinew/playback/frame_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "contact/seen_obstacle.h"
#include "playback/recorded_body.h"
#include "playback/recorded_scene.h"
#include "sinew/base/error.h"
#include "sinew/scene/load_world.h"
#include "world/scheduled_tool.h"

namespace sinew {

RecordedRun::RecordedRun(std::filesystem::path folder) : folder_(std::move(folder)) {
  const std::optional<SceneDescription> scene = recorded_scene(folder_);
  const std::vector<std::string> stems = scene ? file_stems(*scene) : std::vector<std::string>{};
  RecordedFiles files = find_recorded_files(folder_, stems);
  steps_ = std::move(files.steps);
  times_ = std::move(files.times);
  const bool known = scene && std::ranges::equal(files.bodies, stems, {}, &RecordedSeries::stem);
  for (std::size_t b = 0; b < files.bodies.size(); ++b) {
    RecordedSeries& series = files.bodies[b];
    std::string name = known ? scene->bodies[b].name : series.stem;
    frame_.bodies.emplace_back().body = name;
    bodies_.emplace_back(std::move(name), std::move(series), steps_.front());
    look_.colours.push_back(known ? scene->bodies[b].colour : std::nullopt);
  }
  if (!scene) return;
  dt_ = scene->step;
  look_.up = scene->up;
  look_.view = scene->view;
  tools_ = seen_tools(*scene, kSceneCopy);
  obstacles_ = seen_obstacles(*scene, kSceneCopy);
}

RecordedRun::~RecordedRun() = default;
RecordedRun::RecordedRun(RecordedRun&&) noexcept = default;
RecordedRun& RecordedRun::operator=(RecordedRun&&) noexcept = default;

double RecordedRun::time(std::int64_t step) const {
  const auto found = times_.find(step);
  return found == times_.end() ? dt_ * static_cast<double>(step) : found->second;
}

const Frame& RecordedRun::read(std::int64_t step) {
  if (!std::binary_search(steps_.begin(), steps_.end(), step))
    throw Error(
        fmt::format("step {} was not recorded", step), folder_.string(),
        fmt::format("there are {} steps, from {} to {}", steps_.size(), steps_.front(), steps_.back()));
  frame_.step = step;
  frame_.time = time(step);
  for (std::size_t b = 0; b < bodies_.size(); ++b) bodies_[b].read(step, frame_.bodies[b]);
  frame_.tools.clear();
  for (const ScheduledTool& tool : tools_) frame_.tools.push_back(tool.at(frame_.time));
  for (const SeenObstacle& obstacle : obstacles_) frame_.tools.push_back(obstacle.at(frame_.time));
  return frame_;
}

}  // namespace sinew
