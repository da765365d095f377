#include <gtest/gtest.h>

#include <cmath>

#include "contact_bodies.h"
#include "sinew/model/blade.h"

namespace sinew {
namespace {

using test::kStep;

Obstacle ground() { return {.name = "ground", .shape = PlaneShape{}}; }

void steps(World& world, int count) {
  for (int i = 0; i < count; ++i) world.step(kStep, {.forces = true});
}

TEST(Resting, the_ground_carries_a_box_with_its_weight) {
  World world;
  test::BoxOptions options;
  options.at = {0, 0.01, 0};
  const double weight = test::weight_of(world.add(test::soft_box(options)));
  world.add(ground());
  steps(world, 240);
  const Vec3 force = test::contact_force_on(world, "box");
  EXPECT_NEAR(force.y / weight, 1, 1e-3);
  EXPECT_LT(std::hypot(force.x, force.z), 1e-3 * weight);
  EXPECT_LT(test::rms_speed(world), 1e-6);
}

TEST(Resting, the_ground_carries_a_box_of_voxels_with_its_weight) {
  World world;
  test::BoxOptions options;
  options.at = {0, 0.01, 0};
  const double weight = test::weight_of(world.add(test::soft_voxel_box(options)));
  world.add(ground());
  steps(world, 240);
  EXPECT_NEAR(test::contact_force_on(world, "box").y / weight, 1, 1e-3);
  EXPECT_LT(test::rms_speed(world), 1e-6);
}

TEST(Resting, the_ground_carries_a_sheet_with_its_weight) {
  World world;
  test::BoxOptions options;
  options.size = {0.4, 2e-3, 0.4}, options.at = {0, 0.01, 0};
  const double weight = test::weight_of(world.add(test::soft_sheet(options)));
  world.add(ground());
  steps(world, 120);
  EXPECT_NEAR(test::contact_force_on(world, "box").y / weight, 1, 1e-3);
  EXPECT_LT(test::rms_speed(world), 1e-6);
}

TEST(Resting, cloth_lies_over_a_ball) {
  World world;
  test::BoxOptions options;
  options.size = {0.4, 2e-3, 0.4}, options.at = {0.005, 0.31, 0.003};
  options.cells = {4, 1, 4};
  options.density = 300;
  options.params.damping = {.mass = 2, .stiffness = 0.01};
  const double weight = test::weight_of(world.add(test::soft_sheet(options)));
  world.set_contact({.friction = 0.6});
  world.add(Obstacle{.name = "ball", .shape = SphereShape{{0, 0.15, 0}, 0.15}});
  for (int step = 0; step < 120; ++step) {
    world.step(kStep, {.forces = true});
    ASSERT_EQ(test::crossings(world), 0) << "step " << step;
  }
  EXPECT_NEAR(test::contact_force_on(world, "box").y / weight, 1, 1e-3);
  EXPECT_LT(test::rms_speed(world), 1e-4);
  const Box3 box = bounding_box(world.frame().bodies[0].positions);
  EXPECT_NEAR(box.upper.y, 0.3, 0.01);
  EXPECT_LT(box.lower.y, 0.2);  // its corners hang down
}

TEST(Resting, a_box_keeps_the_gap_that_is_asked_for) {
  World world;
  test::BoxOptions options;
  options.at = {0, 0.01, 0};
  options.young = 1e6;
  world.add(test::soft_box(options));
  world.set_contact({.gap = 0.004});
  world.add(ground());
  steps(world, 60);
  double lowest = 1;
  for (const Vec3& p : world.frame().bodies[0].positions) lowest = std::min(lowest, p.y);
  EXPECT_NEAR(lowest, 0.004, 1e-5);
}

TEST(Resting, a_body_that_is_added_later_rests_too) {
  World world;
  test::BoxOptions options;
  options.at = {0, 0.01, 0};
  options.young = 1e6;
  world.add(test::soft_box(options));
  world.add(ground());
  steps(world, 5);
  options.name = "later";
  options.at = {0.5, 0.01, 0};
  const double weight = test::weight_of(world.add(test::soft_box(options)));
  steps(world, 120);
  EXPECT_NEAR(test::contact_force_on(world, "later").y / weight, 1, 1e-3);
}

TEST(Resting, a_box_rests_on_a_box) {
  World world;
  test::BoxOptions options;
  options.at = {0, 0.01, 0};
  options.young = 1e6;
  const double weight = test::weight_of(world.add(test::soft_box(options)));
  options.name = "upper", options.at = {0.03, 0.23, 0.02};
  world.add(test::soft_box(options));
  world.add(ground());
  steps(world, 240);
  EXPECT_NEAR(test::contact_force_on(world, "upper").y / weight, 1, 1e-3);
  EXPECT_LT(test::rms_speed(world), 1e-5);
}

}  // namespace
}  // namespace sinew
