#include <gtest/gtest.h>

#include <cmath>

#include "contact_bodies.h"

namespace sinew {
namespace {

using test::kStep;

constexpr double kDegree = std::numbers::pi / 180;

double mean_speed(const BodyFrame& frame) {
  double sum = 0;
  for (const Vec3& v : frame.velocities) sum += v.x;
  return sum / static_cast<double>(frame.velocities.size());
}

// How a body moves down an incline of this angle after it has landed: gravity is tilted instead of the ground.
struct Slide {
  double speed, acceleration;  // m/s, m/s^2
};

Slide slide_on_incline(test::Kind kind, double angle, double friction) {
  constexpr int kLanded = 15, kSteps = 45;
  World world;
  test::BoxOptions options;
  options.young = 1e6;
  options.size = {0.2, kind == test::Kind::kSheet ? 2e-3 : 0.1, 0.2};
  options.cells = {2, 1, 2}, options.voxels = 4;
  options.gravity = 9.81 * Vec3{std::sin(angle), -std::cos(angle), 0};
  options.at = {0, 3e-3, 0};
  world.add(test::soft_body(kind, options));
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}, .friction = friction});
  double landed = 0;
  for (int step = 1; step <= kSteps; ++step) {
    world.step(kStep);
    if (step == kLanded) landed = mean_speed(world.frame().bodies[0]);
  }
  const double speed = mean_speed(world.frame().bodies[0]);
  return {speed, (speed - landed) / ((kSteps - kLanded) * kStep)};
}

class Incline : public testing::TestWithParam<test::Kind> {};

TEST_P(Incline, holds_a_body_up_to_the_angle_of_friction) {
  const double angle = std::atan(0.3);
  EXPECT_LT(std::abs(slide_on_incline(GetParam(), angle - 0.5 * kDegree, 0.3).speed), 1e-4);
  EXPECT_GT(slide_on_incline(GetParam(), angle + 0.5 * kDegree, 0.3).speed, 0.05);
}

TEST_P(Incline, lets_a_body_accelerate_as_coulomb_says) {
  const double angle = 30 * kDegree, mu = 0.3;
  const double acceleration = 9.81 * (std::sin(angle) - mu * std::cos(angle));
  EXPECT_NEAR(slide_on_incline(GetParam(), angle, mu).acceleration / acceleration, 1, 0.01);
}

TEST_P(Incline, does_not_slow_a_body_down_if_the_coefficient_is_zero) {
  EXPECT_NEAR(slide_on_incline(GetParam(), 10 * kDegree, 0).acceleration / (9.81 * std::sin(10 * kDegree)), 1,
              0.01);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Incline,
                         testing::Values(test::Kind::kTetrahedra, test::Kind::kVoxels, test::Kind::kSheet));

// Two boxes that meet in flight, each of which is solved by this many cycles in a step; 0: to its tolerance.
void expect_momentum_kept(int cycles, double tolerance) {
  SCOPED_TRACE(cycles);
  World world;
  test::BoxOptions options;
  options.gravity = {};
  options.params.lumped_mass = true;
  options.params.solver.cycles = cycles;
  options.velocity = {1, 0, 0};
  world.add(test::soft_box(options));
  options.name = "other";
  options.at = {0.25, 0.04, 0.03};
  options.velocity = {-1, 0, 0};
  world.add(test::soft_box(options));
  world.set_contact({});
  const double size = 2 * 8.0;  // |m v| of both
  double most = 0;
  bool touched = false;
  for (int step = 0; step < 40; ++step) {
    world.step(kStep, {.forces = true});
    touched |= world.frame().contact.active > 0;
    Vec3 sum = test::contact_force_on(world, "box") + test::contact_force_on(world, "other");
    EXPECT_LT(norm(sum), 1e-12 * 1e3);
    most = std::max(most, 1000 * norm(test::momentum(world)) / size);
  }
  EXPECT_TRUE(touched);
  EXPECT_LT(most, tolerance);
}

TEST(Impulses, of_two_bodies_in_flight_cancel_and_momentum_is_kept) {
  expect_momentum_kept(0, 1e-5);
  expect_momentum_kept(2, 1e-10);
}

}  // namespace
}  // namespace sinew
