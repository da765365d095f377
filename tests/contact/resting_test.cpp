#include <gtest/gtest.h>

#include <cmath>

#include "contact_bodies.h"

namespace sinew {
namespace {

constexpr double kStep = 1.0 / 60;

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
