#include <gtest/gtest.h>

#include "contact_bodies.h"
#include "sinew/model/blade.h"

namespace sinew {
namespace {

using test::kStep;

// A stiff box just over the ground.
test::BoxOptions low_box() {
  test::BoxOptions options;
  options.at = {0, 0.002, 0};
  options.young = 1e6;
  options.cells = {1, 1, 1};
  return options;
}

std::int64_t asleep(const World& world) { return world.frame().contact.asleep; }

// Steps until all bodies sleep.
void fall_asleep(World& world) {
  for (int step = 0; step < 300; ++step) {
    world.step(kStep, {.forces = true});
    if (asleep(world) == static_cast<std::int64_t>(world.bodies().size())) return;
  }
  FAIL() << asleep(world) << " bodies sleep";
}

World sleeping_box() {
  World world;
  world.add(test::soft_box(low_box()));
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  fall_asleep(world);
  return world;
}

TEST(Sleep, a_box_at_rest_sleeps_keeps_its_forces_and_is_not_stepped) {
  World world = sleeping_box();
  const std::vector<Vec3> before = world.frame().bodies[0].positions;
  const std::int64_t steps = world.bodies()[0]->tally().steps;
  for (int step = 0; step < 10; ++step) world.step(kStep, {.forces = true});
  EXPECT_EQ(asleep(world), 1);
  EXPECT_EQ(world.frame().bodies[0].positions, before);
  EXPECT_EQ(world.bodies()[0]->tally().steps, steps);
  EXPECT_NEAR(test::contact_force_on(world, "box").y / test::weight_of(*world.bodies()[0]), 1, 1e-3);
}

TEST(Sleep, a_box_that_moves_does_not_sleep) {
  World world;
  test::BoxOptions options = low_box();
  options.gravity = {};
  options.velocity = {0.1, 0, 0};
  world.add(test::soft_box(options));
  world.set_contact({});
  for (int step = 0; step < 40; ++step) world.step(kStep);
  EXPECT_EQ(asleep(world), 0);
}

TEST(Sleep, a_box_that_falls_on_it_wakes_it) {
  World world = sleeping_box();
  test::BoxOptions options = low_box();
  options.name = "falling", options.at = {0.02, 0.3, 0.01};
  const double weight = test::weight_of(world.add(test::soft_box(options)));
  bool woke = false;
  for (int step = 0; step < 120; ++step) {
    world.step(kStep, {.forces = true});
    woke |= world.frame().contact.active > 0 && asleep(world) == 0;
  }
  EXPECT_TRUE(woke);
  fall_asleep(world);
  EXPECT_NEAR(test::contact_force_on(world, "falling").y / weight, 1, 1e-2);
}

TEST(Sleep, tuning_pulling_and_cutting_wake_it) {
  World tuned = sleeping_box();
  tuned.bodies()[0]->tunable()->tune("density", 2000);
  tuned.step(kStep);
  EXPECT_EQ(asleep(tuned), 0);

  World pulled = sleeping_box();
  Pull pull = make_pull(pulled.frame().bodies[0], {0, 0.2, 0}, 0.1);
  pull.target.y += 0.05;
  pulled.bodies()[0]->pullable()->set_pulls({pull});
  pulled.step(kStep);
  EXPECT_EQ(asleep(pulled), 0);

  World cut;
  test::BoxOptions options = low_box();
  cut.add(test::soft_voxel_box(options));
  cut.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  fall_asleep(cut);
  const Vec3 above[] = {{0.03, 2, -1}, {0.03, 2, 1}}, below[] = {{0.03, -1, -1}, {0.03, -1, 1}};
  EXPECT_TRUE(cut.cut("box", swept_blade(above, below)));
  cut.step(kStep);
  EXPECT_EQ(asleep(cut), 0);
}

TEST(Sleep, an_obstacle_that_begins_to_move_wakes_it) {
  World world;
  world.add(test::soft_box(low_box()));
  Motion motion;
  motion.velocity = {0, -0.5, 0};
  motion.during.from = 4;
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}, .motion = motion});
  fall_asleep(world);
  while (world.time() < 3.9) world.step(kStep);
  ASSERT_EQ(asleep(world), 1);
  const double before = world.frame().bodies[0].positions[0].y;
  for (int step = 0; step < 12; ++step) world.step(kStep);
  EXPECT_EQ(asleep(world), 0);
  EXPECT_LT(world.frame().bodies[0].positions[0].y, before - 0.01);
}

TEST(Sleep, a_load_that_begins_wakes_it) {
  World world;
  TetBodyModel model;
  model.levels = nested_levels(box_mesh({0.2, 0.2, 0.2}, {1, 1, 1}), 1);
  for (VolumeMesh& level : model.levels)
    for (Vec3& p : level.positions) p.y += 0.002;
  model.materials = {{.young = 1e6}};
  model.forces = {Gravity{}, Gravity{{3, 0, 0}, {.from = 4}}};
  world.add(std::make_unique<TetBody>("box", model, ElasticParams{}));
  world.set_contact({.friction = 0.1});
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  fall_asleep(world);
  while (world.time() < 3.9) world.step(kStep);
  ASSERT_EQ(asleep(world), 1);
  const double before = world.frame().bodies[0].positions[0].x;
  for (int step = 0; step < 20; ++step) world.step(kStep);
  EXPECT_EQ(asleep(world), 0);
  EXPECT_GT(world.frame().bodies[0].positions[0].x, before + 0.01);
}

// One world goes on, another takes over its state while one box sleeps and the other is on its way.
TEST(Sleep, a_world_that_takes_over_the_state_goes_on_with_the_same_bits) {
  const auto two_boxes = [] {
    World world;
    world.add(test::soft_box(low_box()));
    test::BoxOptions options = low_box();
    options.name = "falling", options.at = {0.02, 8, 0.01};
    world.add(test::soft_box(options));
    world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
    return world;
  };
  World world = two_boxes(), other = two_boxes();
  for (int step = 0; step < 75; ++step) world.step(kStep);
  ASSERT_EQ(asleep(world), 1);
  other.restore(world.state());
  EXPECT_EQ(asleep(other), 1);
  for (int step = 0; step < 20; ++step) {
    world.step(kStep), other.step(kStep);
    ASSERT_EQ(frame_checksum(world.frame()), frame_checksum(other.frame())) << "step " << step;
  }
  EXPECT_EQ(asleep(world), 0);
}

}  // namespace
}  // namespace sinew
