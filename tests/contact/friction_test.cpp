#include <gtest/gtest.h>

#include <cmath>

#include "contact_bodies.h"

namespace sinew {
namespace {

constexpr double kStep = 1.0 / 60, kDegree = std::numbers::pi / 180;

// How far a box has slid after 1.5 s on an incline of this angle, m, and how fast it is then, m/s: gravity is
// tilted instead of the ground.
struct Slide {
  double way, speed;
};

Slide slide_on_incline(double angle, double friction) {
  World world;
  test::BoxOptions options;
  options.young = 1e6;
  options.size = {0.2, 0.1, 0.2};
  options.cells = {2, 1, 2};
  options.gravity = 9.81 * Vec3{std::sin(angle), -std::cos(angle), 0};
  options.at = {0, 1e-3, 0};
  world.add(test::soft_box(options));
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}, .friction = friction});
  Vec3 before;
  for (const Vec3& p : world.frame().bodies[0].positions) before += p;
  for (int step = 0; step < 90; ++step) world.step(kStep);
  Vec3 after, velocity;
  const BodyFrame& frame = world.frame().bodies[0];
  for (const Vec3& p : frame.positions) after += p;
  for (const Vec3& v : frame.velocities) velocity += v;
  const auto count = static_cast<double>(frame.positions.size());
  return {(after.x - before.x) / count, velocity.x / count};
}

TEST(Friction, holds_a_box_on_an_incline_up_to_its_angle) {
  const double angle = std::atan(0.3);
  EXPECT_LT(std::abs(slide_on_incline(angle - 0.5 * kDegree, 0.3).speed), 1e-4);
  EXPECT_GT(slide_on_incline(angle + 0.5 * kDegree, 0.3).speed, 0.05);
}

TEST(Friction, lets_a_box_accelerate_down_an_incline_as_coulomb_says) {
  const double angle = 30 * kDegree, mu = 0.3;
  const double acceleration = 9.81 * (std::sin(angle) - mu * std::cos(angle));
  EXPECT_NEAR(slide_on_incline(angle, mu).speed / (1.5 * acceleration), 1, 0.01);
}

TEST(Friction, is_none_if_the_coefficient_is_zero) {
  EXPECT_NEAR(slide_on_incline(10 * kDegree, 0).speed / (1.5 * 9.81 * std::sin(10 * kDegree)), 1, 0.01);
}

// Forces cancel exactly; momentum is kept as far as a step is solved.
TEST(Impulses, of_two_bodies_in_flight_cancel) {
  World world;
  test::BoxOptions options;
  options.gravity = {};
  options.params.lumped_mass = true;
  options.params.solver.tolerance = 1e-10;
  options.velocity = {1, 0, 0};
  world.add(test::soft_box(options));
  options.name = "other";
  options.at = {0.25, 0.04, 0.03};
  options.velocity = {-1, 0, 0};
  world.add(test::soft_box(options));
  world.set_contact({});
  const auto momentum = [&] {
    Vec3 sum;
    for (const BodyFrame& frame : world.frame().bodies) {
      const auto& elements = *frame.topology.elements;
      for (const Tetrahedron& t : elements.tetrahedra) {
        const auto& rest = elements.rest_positions;
        const double mass = 1000 * six_volume(rest[t[0]], rest[t[1]], rest[t[2]], rest[t[3]]) / 6;
        for (const Index node : t) sum += mass / 4 * frame.velocities[node];
      }
    }
    return sum;
  };
  const double size = 2 * 8.0;  // |m v| of both
  double most = 0;
  bool touched = false;
  for (int step = 0; step < 40; ++step) {
    world.step(kStep, {.forces = true});
    touched |= world.frame().contact.active > 0;
    Vec3 sum = test::contact_force_on(world, "box") + test::contact_force_on(world, "other");
    EXPECT_LT(norm(sum), 1e-12 * 1e3);
    most = std::max(most, norm(momentum()) / size);
  }
  EXPECT_TRUE(touched);
  EXPECT_LT(most, 1e-4);
}

}  // namespace
}  // namespace sinew
