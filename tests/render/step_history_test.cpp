#include "render/window/step_history.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

Frame frame_at(std::int64_t step, double solve_seconds) {
  Frame frame;
  frame.step = step;
  frame.zones = {{"assembly", 0.5 * solve_seconds, step}, {"solve", solve_seconds, step}};
  frame.bodies.resize(2);
  for (BodyFrame& body : frame.bodies) body.energies = {1, 2, -4};
  return frame;
}

TEST(StepHistory, has_the_time_of_each_zone_in_each_step) {
  StepHistory history;
  history.add(frame_at(0, 0));
  history.add(frame_at(1, 0.010));
  history.add(frame_at(3, 0.050));
  ASSERT_EQ(history.samples().size(), 2u);
  EXPECT_NEAR(history.samples()[0].milliseconds[1], 10, 1e-4);
  EXPECT_NEAR(history.samples()[1].milliseconds[1], 20, 1e-4) << "two steps took 40 ms";
  EXPECT_NEAR(StepHistory::total_milliseconds(history.samples()[1]), 30, 1e-4);
}

TEST(StepHistory, sums_the_energies_of_all_bodies) {
  StepHistory history;
  history.add(frame_at(1, 0.01));
  EXPECT_EQ(history.samples()[0].energies.kinetic, 2);
  EXPECT_EQ(history.samples()[0].energies.total(), -2);
}

TEST(StepHistory, the_same_frame_again_adds_nothing_and_a_reset_begins_anew) {
  StepHistory history;
  for (const int step : {1, 2, 2, 3}) history.add(frame_at(step, 0.01 * step));
  EXPECT_EQ(history.samples().size(), 3u);
  history.add(frame_at(0, 0.04));
  EXPECT_TRUE(history.samples().empty());
  history.add(frame_at(1, 0.05));
  EXPECT_NEAR(history.samples()[0].milliseconds[1], 10, 1e-4);
}

TEST(StepHistory, keeps_the_last_steps_only) {
  StepHistory history;
  for (int step = 1; step <= 1000; ++step) history.add(frame_at(step, 0.01 * step));
  EXPECT_EQ(history.samples().size(), StepHistory::kLength);
  EXPECT_EQ(history.samples().back().step, 1000);
}

}  // namespace
}  // namespace sinew
