#include <gmock/gmock.h>

#include "base/error_of.h"
#include "base/scratch_folder.h"
#include "sinew/record/run.h"
#include "world/checkpoint.h"
#include "world/spring_body.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Counts what run() asks of it.
class Counter : public Recorder {
 public:
  using Recorder::Recorder;

  FrameContents contents() const override { return {.energies = true}; }
  void resume(const Frame& frame) override { resumed.push_back(frame.step); }
  void record(const Frame& frame) override {
    steps.push_back(frame.step);
    energy = frame.bodies.at(0).energies.total();
  }
  void sync() override { ++syncs; }

  std::vector<std::int64_t> steps, resumed;
  double energy = 0;
  int syncs = 0;
};

class CustomRecorder : public ScratchFolderTest {
 protected:
  RunOptions options(std::shared_ptr<Recorder> recorder, std::int64_t steps) const {
    RunOptions options;
    options.steps = steps;
    options.dt = 0.01;
    options.folder = folder_;
    options.formats = {};
    options.recorders = {std::move(recorder)};
    return options;
  }
  static World world() {
    World world;
    world.add(tumbling_body("solid"));
    return world;
  }
};

TEST_F(CustomRecorder, gets_the_frames_of_its_steps_with_what_it_asks_for) {
  World tumbling = world();
  const auto counter = std::make_shared<Counter>(4);
  run(tumbling, options(counter, 10));
  EXPECT_THAT(counter->steps, ElementsAre(0, 4, 8));
  EXPECT_NE(counter->energy, 0);
  EXPECT_GT(counter->syncs, 0);
  EXPECT_TRUE(counter->resumed.empty());
}

TEST_F(CustomRecorder, stands_beside_the_formats) {
  World tumbling = world();
  const auto counter = std::make_shared<Counter>(1);
  RunOptions both = options(counter, 2);
  both.formats = {"csv"};
  run(tumbling, both);
  EXPECT_THAT(counter->steps, ElementsAre(0, 1, 2));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "run.csv"));
}

TEST_F(CustomRecorder, is_told_of_the_frame_that_a_run_goes_on_from) {
  World first = world(), second = world();
  RunOptions start = options(std::make_shared<Counter>(1), 3);
  start.checkpoint_every = 3;
  run(first, start);
  const auto counter = std::make_shared<Counter>(1);
  RunOptions rest = options(counter, 5);
  rest.resume = checkpoint_path(folder_, 3);
  run(second, rest);
  EXPECT_THAT(counter->resumed, ElementsAre(3));
  EXPECT_THAT(counter->steps, ElementsAre(4, 5));
}

TEST_F(CustomRecorder, that_is_missing_or_never_records_is_refused) {
  World tumbling = world();
  EXPECT_THAT(error_of([&] { run(tumbling, options(nullptr, 1)); }), HasSubstr("a recorder is missing"));
  EXPECT_THAT(error_of([] { Counter(0); }), HasSubstr("every 0 steps"));
}

}  // namespace
}  // namespace sinew
