#include "sinew/world/world.h"

#include <gmock/gmock.h>

#include "base/scratch_folder.h"
#include "base/timer.h"
#include "world/spring_body.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

SpringBody& add_tumbling(World& world, const std::string& name) {
  return static_cast<SpringBody&>(world.add(tumbling_body(name)));
}

TEST(World, a_body_is_in_the_frame_as_soon_as_it_is_in_the_world) {
  World world;
  world.add(tumbling_body("a"));
  ASSERT_EQ(world.frame().bodies.size(), 1u);
  EXPECT_EQ(world.frame().bodies[0].body, "a");
  EXPECT_EQ(world.frame().bodies[0].positions, one_tetrahedron().elements->rest_positions);
}

TEST(World, names_must_be_there_and_unlike) {
  World world;
  world.add(tumbling_body("a"));
  EXPECT_THAT(error_of([&] { world.add(tumbling_body("a")); }), HasSubstr("two bodies are called 'a'"));
  EXPECT_THAT(error_of([&] { world.add(tumbling_body("")); }), HasSubstr("without a name"));
  EXPECT_EQ(world.bodies().size(), 1u);
}

TEST(World, a_body_is_found_by_name_and_a_near_name_is_suggested) {
  World world;
  world.add(tumbling_body("bridge"));
  EXPECT_EQ(world.body("bridge").name(), "bridge");
  EXPECT_THAT(error_of([&] { world.body("brigde"); }), HasSubstr("did you mean 'bridge'?"));
}

TEST(World, time_is_the_step_times_dt_and_does_not_drift) {
  World world;
  SpringBody& body = add_tumbling(world, "a");
  for (int s = 1; s <= 1000; ++s) {
    world.step(0.1);
    ASSERT_EQ(world.time(), s * 0.1);
    ASSERT_EQ(world.frame().time, world.time());
    ASSERT_EQ(world.frame().step, s);
  }
  EXPECT_EQ(body.times[10], 10 * 0.1);
}

TEST(World, another_dt_counts_from_where_it_begins) {
  World world;
  for (int s = 0; s < 7; ++s) world.step(0.1);
  for (int s = 0; s < 9; ++s) world.step(0.3);
  EXPECT_EQ(world.time(), 7 * 0.1 + 9 * 0.3);
  const WorldState state = world.state();
  World other;
  other.restore(state);
  for (World* w : {&world, &other}) w->step(0.3), w->step(0.1);
  EXPECT_EQ(world.state().clock, other.state().clock);
  EXPECT_EQ(other.time(), (7 * 0.1 + 10 * 0.3) + 0.1);
}

TEST(World, a_step_that_is_no_positive_time_is_refused) {
  World world;
  for (const double dt : {0.0, -0.1, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_THAT(error_of([&] { world.step(dt); }), HasSubstr("positive number of seconds")) << dt;
  EXPECT_EQ(world.step_count(), 0);
}

TEST(World, where_one_body_fails_none_moves_and_the_error_says_who_and_when) {
  World world;
  SpringBody& first = add_tumbling(world, "first");
  SpringBody& second = add_tumbling(world, "second");
  second.fails_at = 3;
  world.step(0.01), world.step(0.01);
  const Frame good = world.frame();
  try {
    world.step(0.01);
    FAIL() << "the failure was lost";
  } catch (const StepFailure& failure) {
    EXPECT_EQ(failure.body(), "second");
    EXPECT_EQ(failure.step(), 3);
    EXPECT_STREQ(failure.what(), "body 'second', step 3: the displacement is not finite\n  soften it");
  }
  EXPECT_EQ(world.step_count(), 2);
  EXPECT_EQ(first.steps(), 2);
  EXPECT_EQ(world.frame().bodies[0].positions, good.bodies[0].positions);

  // With the cause gone, it goes on as if nothing had happened.
  second.fails_at = 100;
  world.step(0.01);
  EXPECT_EQ(world.time(), 3 * 0.01);
  EXPECT_EQ(first.steps(), 3);
}

TEST(World, of_several_bodies_that_fail_the_first_is_named) {
  World world;
  for (const char* name : {"a", "b", "c", "d", "e"})
    add_tumbling(world, name).fails_at = *name == 'a' ? 9 : 1;
  try {
    world.step(0.01);
    FAIL() << "the failure was lost";
  } catch (const StepFailure& failure) {
    EXPECT_EQ(failure.body(), "b");
  }
}

TEST(World, bodies_side_by_side_move_as_each_would_alone) {
  World together;
  for (int b = 0; b < 9; ++b) add_tumbling(together, std::to_string(b)).stiffness = 10 * (b + 1);
  for (int s = 0; s < 20; ++s) together.step(0.01);
  for (int b = 0; b < 9; ++b) {
    World alone;
    add_tumbling(alone, "alone").stiffness = 10 * (b + 1);
    for (int s = 0; s < 20; ++s) alone.step(0.01);
    EXPECT_EQ(together.frame().bodies[b].positions, alone.frame().bodies[0].positions) << b;
  }
}

TEST(World, momentum_of_a_free_body_passes_through_to_the_frame) {
  World world;
  auto body = std::make_unique<SpringBody>("free", one_tetrahedron(), Vec3{});
  body->velocities()[2] = {1, 2, 3};
  world.add(std::move(body));
  for (int s = 0; s < 50; ++s) world.step(0.01);
  Vec3 momentum;
  for (const Vec3& v : world.frame().bodies[0].velocities) momentum += v;
  EXPECT_LT(distance(momentum, {1, 2, 3}), 1e-13);
}

TEST(World, energies_and_stress_are_in_the_frame_only_if_asked_for) {
  World world;
  world.add(tumbling_body("a"));
  world.step(0.01);
  EXPECT_EQ(world.frame().bodies[0].energies.total(), 0);
  EXPECT_TRUE(world.frame().bodies[0].stress.empty());
  world.step(0.01, {.stress = true, .energies = true});
  EXPECT_NE(world.frame().bodies[0].energies.kinetic, 0);
  EXPECT_EQ(world.frame().bodies[0].stress.size(), 1u);
}

// Symplectic Euler loses g^2 t dt / 2 of a unit mass in free fall, by its own closed form.
TEST(World, the_energy_of_a_falling_body_follows_the_closed_form_of_its_integrator) {
  World world;
  world.add(tumbling_body("a"));
  world.publish({.energies = true});
  const double before = world.frame().bodies[0].energies.total();
  for (int s = 0; s < 500; ++s) world.step(0.001, {.energies = true});
  const Energies& after = world.frame().bodies[0].energies;
  EXPECT_GT(after.kinetic, 10);
  EXPECT_NEAR(after.total(), before - 4 * 9.81 * 9.81 * 0.5 * 0.001 / 2, 2e-3);
}

TEST(World, a_frame_keeps_its_values_through_the_next_step) {
  World world;
  world.add(tumbling_body("a"));
  world.step(0.01);
  const Frame& frame = world.frame();
  const std::vector<Vec3> positions = frame.bodies[0].positions;
  world.step(0.01);
  EXPECT_EQ(frame.bodies[0].positions, positions);
  EXPECT_NE(world.frame().bodies[0].positions, positions);
}

TEST(World, a_frame_that_is_held_keeps_its_values_for_good) {
  World world;
  world.add(tumbling_body("a"));
  std::vector<std::pair<std::uint64_t, std::shared_ptr<const Frame>>> held;
  for (int step = 0; step < 20; ++step) {
    world.step(0.01);
    held.emplace_back(frame_checksum(world.frame()), world.shared_frame());
  }
  for (const auto& [sum, frame] : held) EXPECT_EQ(frame_checksum(*frame), sum);
}

TEST(World, a_body_that_is_added_is_not_in_frames_that_are_held) {
  World world;
  world.add(tumbling_body("a"));
  const std::shared_ptr<const Frame> before = world.shared_frame();
  world.add(tumbling_body("b"));
  EXPECT_EQ(before->bodies.size(), 1u);
  ASSERT_EQ(world.frame().bodies.size(), 2u);
  EXPECT_EQ(world.frame().bodies[0].positions, before->bodies[0].positions);
  EXPECT_EQ(world.frame().bodies[1].body, "b");
}

TEST(World, its_profile_has_the_phases_of_a_step) {
  World world;
  world.add(tumbling_body("a"));
  world.step(0.01);
  std::vector<std::string> zones;
  for (const Profile::Zone& zone : world.profile().zones()) zones.push_back(zone.name);
  EXPECT_THAT(zones, ElementsAre("predict", "commit", "publish"));
}

TEST(World, its_profile_has_the_zones_of_all_bodies_and_no_more_than_the_time_they_took) {
  World world;
  for (int b = 0; b < 5; ++b) world.add(tumbling_body(std::to_string(b)));
  const Timer timer;
  world.step(0.01);
  EXPECT_LE(world.profile().seconds(), timer.seconds());
  ASSERT_EQ(world.profile().zones()[0].name, "predict");
  EXPECT_EQ(world.profile().zones()[0].entered, 5);
}

TEST(World, a_state_of_other_bodies_is_refused) {
  World world, other;
  world.add(tumbling_body("a"));
  other.add(tumbling_body("b"));
  EXPECT_THAT(error_of([&] { other.restore(world.state()); }), HasSubstr("[a], the world has [b]"));
}

TEST(World, a_state_that_one_body_refuses_changes_none) {
  World world;
  add_tumbling(world, "a"), add_tumbling(world, "b");
  WorldState bad = world.state();
  world.step(0.01);
  const WorldState before = world.state();
  bad.bodies[1].arrays[0].values.pop_back();
  EXPECT_THAT(error_of([&] { world.restore(bad); }), HasSubstr("do not fit"));
  EXPECT_EQ(world.state().bodies[0].arrays[0].values, before.bodies[0].arrays[0].values);
  EXPECT_EQ(world.step_count(), 1);
}

}  // namespace
}  // namespace sinew
