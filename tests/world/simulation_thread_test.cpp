#include "sinew/world/simulation.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "world/simulated_worlds.h"

namespace sinew {
namespace {

using testing::HasSubstr;

template <typename Done>
SimulationStatus wait_until(SimulationThread& thread, Done&& done) {
  SimulationStatus status = thread.status();
  while (!done(status)) {
    std::this_thread::yield();
    status = thread.status();
  }
  return status;
}

SimulationStatus wait_for_commands(SimulationThread& thread, std::int64_t commands) {
  return wait_until(thread, [&](const SimulationStatus& s) { return s.commands >= commands; });
}

TEST(SimulationThread, the_first_frame_is_there_at_once) {
  SimulationThread thread(test::tumbling_world(), {});
  ASSERT_NE(thread.newest(), nullptr);
  EXPECT_EQ(thread.newest()->step, 0);
  EXPECT_FALSE(thread.status().playing);
}

TEST(SimulationThread, with_a_reader_that_is_blocked_for_good_it_finishes_its_steps) {
  SimulationThread thread(test::tumbling_world(), {.real_time = false, .steps = 2000, .playing = true});
  wait_until(thread, [](const SimulationStatus& s) { return s.finished; });
  EXPECT_EQ(thread.newest()->step, 2000);
}

TEST(SimulationThread, every_frame_is_that_of_its_step_and_they_come_in_order) {
  const SimulationOptions options{.contents = {.stress = true, .energies = true, .forces = true},
                                  .real_time = false,
                                  .steps = 100,
                                  .playing = true};
  Simulation core(test::simulated_text(), options);
  std::vector<std::uint64_t> sums{frame_checksum(core.frame())};  // by step
  while (core.advance()) sums.push_back(frame_checksum(core.frame()));
  SimulationThread thread(test::simulated_text(), options);
  std::int64_t last = 0;
  int other = 0, backward = 0;
  while (last < 100) {
    const std::shared_ptr<const Frame> frame = thread.newest();
    if (frame_checksum(*frame) != sums.at(static_cast<std::size_t>(frame->step))) ++other;
    if (frame->step < last) ++backward;
    last = frame->step;
  }
  EXPECT_EQ(other, 0);
  EXPECT_EQ(backward, 0);
}

TEST(SimulationThread, a_thread_makes_the_same_bits_as_the_core_it_drives) {
  const SimulationOptions options{.real_time = false, .steps = 20, .playing = true};
  Simulation core(test::simulated_text(), options);
  while (core.advance()) {
  }
  SimulationThread thread(test::simulated_text(), options);
  wait_until(thread, [](const SimulationStatus& s) { return s.finished; });
  EXPECT_EQ(frame_checksum(*thread.newest()), frame_checksum(core.frame()));
}

TEST(SimulationThread, commands_are_applied_in_the_order_they_were_posted) {
  SimulationThread thread(test::tumbling_world(), {});
  for (int i = 1; i <= 100; ++i) {
    thread.post(SetTools{{{"hand", nullptr, {double(i), 0, 0}, Mat3::identity()}}});
    thread.post(StepOnce{});
  }
  thread.post(SetTools{{{"hand", nullptr, {-1, 0, 0}, Mat3::identity()}}});
  wait_for_commands(thread, 201);
  EXPECT_EQ(thread.newest()->step, 100);
  EXPECT_EQ(thread.newest()->tools[0].position.x, -1);
}

TEST(SimulationThread, it_plays_and_pauses_and_plays_again) {
  SimulationThread thread(test::tumbling_world(), {.real_time = false});
  thread.post(Play{});
  while (thread.newest()->step < 10) std::this_thread::yield();
  thread.post(Pause{});
  EXPECT_FALSE(wait_for_commands(thread, 2).playing);
  const std::int64_t stood = thread.newest()->step;
  thread.post(StepOnce{});
  wait_for_commands(thread, 3);
  EXPECT_EQ(thread.newest()->step, stood + 1);
  thread.post(Play{});
  while (thread.newest()->step < stood + 10) std::this_thread::yield();
}

TEST(SimulationThread, a_body_that_fails_pauses_the_thread_and_reset_goes_on) {
  SpringBody* body = nullptr;
  SimulatedWorld loaded = test::tumbling_world(&body);
  body->fails_at = 5;
  SimulationThread thread(std::move(loaded), {.real_time = false, .playing = true});
  const SimulationStatus failed =
      wait_until(thread, [](const SimulationStatus& s) { return !s.trouble.empty(); });
  EXPECT_FALSE(failed.playing);
  EXPECT_THAT(failed.trouble, HasSubstr("body 'stone', step 5"));
  EXPECT_EQ(thread.newest()->step, 4);
  thread.post(Pause{}), thread.post(Reset{});
  EXPECT_EQ(wait_for_commands(thread, 2).trouble, "");
  EXPECT_EQ(thread.newest()->step, 0);
}

TEST(SimulationThread, it_ends_while_it_is_paused) { SimulationThread(test::tumbling_world(), {}); }

// An hour to the next step: the test is done when it ends at all.
TEST(SimulationThread, it_ends_and_takes_commands_while_it_waits_for_the_clock) {
  SimulatedWorld loaded = test::tumbling_world();
  loaded.dt = 3600;
  SimulationThread thread(std::move(loaded), {.playing = true});
  while (thread.newest()->step < 1) std::this_thread::yield();
  thread.post(SetTools{{{"hand", nullptr, {1, 0, 0}, Mat3::identity()}}});
  wait_for_commands(thread, 1);
  EXPECT_EQ(thread.newest()->tools.size(), 1u);
}

TEST(SimulationThread, it_ends_in_the_middle_of_its_steps) {
  SimulationThread thread(test::simulated_text(), {.real_time = false, .playing = true});
  while (thread.newest()->step < 3) std::this_thread::yield();
}

TEST(SimulationThread, bodies_and_what_can_be_tuned_are_in_the_status) {
  SimulationThread thread(test::simulated_text(), {});
  ASSERT_EQ(thread.status().bodies.size(), 1u);
  EXPECT_EQ(thread.status().bodies[0].name, "bar");
  thread.post(Tune{"bar", "mass damping", 2});
  const SimulationStatus status = wait_for_commands(thread, 1);
  for (const Tunable& tunable : status.bodies[0].tunables)
    EXPECT_TRUE(tunable.name != "mass damping" || tunable.value == 2);
}

}  // namespace
}  // namespace sinew
