#include "sinew/playback/frame_source.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "base/progress.h"
#include "sinew/record/run.h"
#include "sinew/scene/load_world.h"
#include "sinew/world/world.h"

namespace sinew {

namespace {

class LiveFrames final : public FrameSource {
 public:
  explicit LiveFrames(LoadedWorld& loaded) : world_(loaded.world), run_(loaded.run) {}

  std::vector<std::int64_t> steps() const override {
    const std::int64_t first = world_.step_count();
    std::vector<std::int64_t> all(
        static_cast<std::size_t>(std::max<std::int64_t>(run_.steps - first, 0) + 1));
    std::iota(all.begin(), all.end(), first);
    return all;
  }

  double seconds_per_frame() const override { return run_.dt; }

  const Frame& at(std::int64_t step, const FrameContents& contents) override {
    if (world_.step_count() == step) world_.publish(contents);
    const std::int64_t first = world_.step_count();
    std::optional<Progress> progress;
    if (step > first + 1) progress.emplace("steps", static_cast<double>(step - first));
    while (world_.step_count() < step) {
      world_.step(run_.dt, world_.step_count() + 1 == step ? contents : FrameContents{});
      if (progress) progress->advance();
    }
    return world_.frame();
  }

 private:
  World& world_;
  const RunOptions& run_;
};

class RecordedFrames final : public FrameSource {
 public:
  explicit RecordedFrames(RecordedRun run) : run_(std::move(run)) {
    const auto steps = run_.steps();
    if (steps.size() < 2) return;
    const double seconds = run_.time(steps[1]) - run_.time(steps[0]);
    if (seconds > 0) seconds_per_frame_ = seconds;
  }

  std::vector<std::int64_t> steps() const override { return {run_.steps().begin(), run_.steps().end()}; }

  double seconds_per_frame() const override { return seconds_per_frame_; }

  const Frame& at(std::int64_t step, const FrameContents&) override { return run_.read(step); }

 private:
  RecordedRun run_;
  double seconds_per_frame_ = 1.0 / 30;  // if the files give no time
};

}  // namespace

std::unique_ptr<FrameSource> frames_of(LoadedWorld& loaded) { return std::make_unique<LiveFrames>(loaded); }

std::unique_ptr<FrameSource> recorded_frames(RecordedRun run) {
  return std::make_unique<RecordedFrames>(std::move(run));
}

}  // namespace sinew
