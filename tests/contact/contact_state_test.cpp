#include <gmock/gmock.h>

#include <cmath>

#include "base/error_of.h"
#include "base/parallel.h"
#include "base/scratch_folder.h"
#include "contact/step_checksums.h"
#include "contact_bodies.h"

namespace sinew {
namespace {

using test::kStep;
using testing::HasSubstr;

// Two boxes, the lower of which has just landed on the ground, and a plate that comes down on them.
World landing_boxes() {
  World world;
  test::BoxOptions options;
  options.at = {0, 0.01, 0};
  world.add(test::soft_box(options));
  options.name = "upper", options.at = {0.03, 0.22, 0.02};
  world.add(test::soft_box(options));
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  world.add(Obstacle{.name = "plate",
                     .shape = BoxShape{{-0.3, 0.5, -0.3}, {0.3, 0.55, 0.3}},
                     .motion = Motion{.velocity = {0, -0.3, 0}}});
  return world;
}

void steps(World& world, int count) {
  for (int i = 0; i < count; ++i) world.step(kStep, {.forces = true});
}

std::vector<double>& array(WorldState& state, std::string_view name) {
  for (StateArray& array : state.contact)
    if (array.name == name) return array.values;
  throw std::logic_error("no such array");
}

class ContactState : public ScratchFolderTest {};

TEST_F(ContactState, boxes_saved_while_they_touch_go_on_with_the_same_bits) {
  World world = landing_boxes();
  steps(world, 12);
  ASSERT_GT(world.frame().contact.active, 0);
  write_checkpoint(folder_ / "c", world, "scene");
  World other = landing_boxes();
  read_checkpoint(folder_ / "c", other, "scene");
  world.publish({.forces = true}), other.publish({.forces = true});
  EXPECT_EQ(frame_checksum(other.frame()), frame_checksum(world.frame()));
  EXPECT_EQ(test::step_checksums(other, kStep, 20), test::step_checksums(world, kStep, 20));
}

TEST_F(ContactState, a_world_that_goes_back_repeats_its_steps) {
  World world = landing_boxes();
  steps(world, 12);
  const WorldState saved = world.state();
  const std::vector<std::uint64_t> first = test::step_checksums(world, kStep, 15);
  world.restore(saved);
  EXPECT_EQ(test::step_checksums(world, kStep, 15), first);
}

TEST_F(ContactState, contact_has_the_same_bits_for_any_number_of_threads) {
  std::vector<std::vector<std::uint64_t>> sums;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    World world = landing_boxes();
    sums.push_back(test::step_checksums(world, kStep, 25));
  }
  set_thread_count(0);
  EXPECT_EQ(sums[1], sums[0]);
  EXPECT_EQ(sums[2], sums[0]);
}

TEST_F(ContactState, one_that_no_run_wrote_is_refused_and_changes_nothing) {
  World world = landing_boxes();
  steps(world, 12);
  const std::uint64_t before = (world.publish({.forces = true}), frame_checksum(world.frame()));
  const WorldState good = world.state();
  const auto refusal = [&](auto&& spoil) {
    WorldState bad = good;
    spoil(bad);
    const std::string message = error_of([&] { world.restore(bad); });
    world.publish({.forces = true});
    EXPECT_EQ(frame_checksum(world.frame()), before) << message;
    return message;
  };
  EXPECT_THAT(refusal([](WorldState& s) { s.contact.clear(); }),
              HasSubstr("do not collide in the saved state"));
  EXPECT_THAT(refusal([](WorldState& s) { array(s, "contacts")[0] = 4; }),
              HasSubstr("whole number from 0 to 3"));
  EXPECT_THAT(refusal([](WorldState& s) { array(s, "contacts")[2] = 0.5; }),
              HasSubstr("whole number from 0 to 3"));
  EXPECT_THAT(refusal([](WorldState& s) { array(s, "contacts")[7] = std::nan(""); }),
              HasSubstr("not finite"));
  EXPECT_THAT(refusal([](WorldState& s) { array(s, "contacts").pop_back(); }),
              HasSubstr("each contact has 16"));
  EXPECT_THAT(refusal([](WorldState& s) {
                std::vector<double>& values = array(s, "contacts");
                std::copy(values.begin(), values.begin() + 16, values.begin() + 16);
              }),
              HasSubstr("there twice"));
  EXPECT_THAT(refusal([](WorldState& s) { array(s, "lags").push_back(0); }),
              HasSubstr("no 'lags' of 2 numbers"));
  EXPECT_THAT(refusal([](WorldState& s) { array(s, "origin").pop_back(); }), HasSubstr("not a point"));
  EXPECT_THAT(refusal([](WorldState& s) { array(s, "tangles").push_back(0); }), HasSubstr("each has 6"));
  EXPECT_THAT(refusal([](WorldState& s) { array(s, "tangles") = {0, 4, 0, 0, 0, 0}; }),
              HasSubstr("whole number from 0 to 3"));
  EXPECT_THAT(refusal([](WorldState& s) { array(s, "looks")[0] = 3; }),
              HasSubstr("whole number from 0 to 2"));
  EXPECT_THAT(refusal([](WorldState& s) { array(s, "looks").push_back(2); }), HasSubstr("of 5 things"));
}

TEST_F(ContactState, a_world_without_contact_refuses_that_of_one_with_contact) {
  World world;
  world.add(test::soft_box({}));
  const WorldState free = world.state();
  EXPECT_TRUE(free.contact.empty());
  WorldState touching = free;
  touching.contact = {{"contacts", {}}};
  EXPECT_THAT(error_of([&] { world.restore(touching); }), HasSubstr("collide in the saved state"));
}

}  // namespace
}  // namespace sinew
