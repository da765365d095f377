#include <gtest/gtest.h>

#include "rigid_bodies.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

using test::kStep;

// An asymmetric box that spins about its middle axis, slightly off: it flips over again and again.
test::RigidBoxOptions tumbling_box() {
  test::RigidBoxOptions options;
  options.size = {0.1, 0.2, 0.4};
  options.gravity = {};
  options.spin = {0.01, 5, 0};
  return options;
}

TEST(FreeMotion, a_body_falls_as_backward_euler_says) {
  World world;
  test::RigidBoxOptions options;
  options.velocity = {1, 2, 0};
  RigidBody& box = test::added(world, test::rigid_box(options));
  const Vec3 start = box.centre();
  constexpr int kSteps = 100;
  for (int i = 0; i < kSteps; ++i) world.step(kStep);
  const double g = -9.81, t = kSteps * kStep;
  EXPECT_NEAR(box.velocity().y, 2 + g * t, 1e-12);
  EXPECT_NEAR(box.centre().y, start.y + 2 * t + g * kStep * kStep * kSteps * (kSteps + 1) / 2, 1e-11);
  EXPECT_NEAR(box.centre().x, start.x + t, 1e-12);
  EXPECT_EQ(norm(box.angular_velocity()), 0);
}

TEST(FreeMotion, a_body_that_tumbles_keeps_angular_momentum_and_energy_for_ten_thousand_steps) {
  World world;
  RigidBody& box = test::added(world, test::rigid_box(tumbling_box()));
  const double mass = box.measure().mass, energy = box.energies().kinetic;
  // By what is seen, not by what the body says of itself: of the corners, whose spread is that of the box.
  const auto momentum = [&] {
    const BodyFrame& frame = world.frame().bodies[0];
    Vec3 sum;
    for (std::size_t v = 0; v < 8; ++v)
      sum += (mass / 24) * cross(frame.positions[v] - box.centre(), frame.velocities[v]);
    return sum;
  };
  world.step(kStep);
  const Vec3 before = momentum();
  int flips = 0;
  double worst_momentum = 0, worst_energy = 0;
  bool is_up = true;
  for (int i = 0; i < 10'000; ++i) {
    world.step(kStep);
    worst_momentum = std::max(worst_momentum, norm(momentum() - before) / norm(before));
    worst_energy = std::max(worst_energy, std::abs(box.energies().kinetic / energy - 1));
    const BodyFrame& frame = world.frame().bodies[0];
    const double up = frame.positions[2].y - frame.positions[0].y;  // along its middle axis
    if (std::abs(up) > 0.15 && (up > 0) != is_up) is_up = !is_up, ++flips;
  }
  EXPECT_GT(flips, 10);
  EXPECT_LT(worst_momentum, 1e-10);
  EXPECT_LT(worst_energy, 1e-10);
}

TEST(FreeMotion, a_body_that_spins_about_a_principal_axis_turns_by_the_right_angle) {
  World world;
  test::RigidBoxOptions options = tumbling_box();
  options.spin = {0, 0, 30};
  RigidBody& box = test::added(world, test::rigid_box(options));
  const Vec3 corner = world.frame().bodies[0].positions[0] - box.centre();
  for (int i = 0; i < 60; ++i) world.step(kStep);
  const Vec3 expected = test::turned_about_z(30) * corner;
  EXPECT_NEAR(distance(world.frame().bodies[0].positions[0] - box.centre(), expected), 0, 1e-12);
}

TEST(FreeMotion, the_rotation_converges_with_the_square_of_the_step) {
  const auto orientation_after = [](int steps) {
    World world;
    test::RigidBoxOptions options = tumbling_box();
    options.spin = {1, 1.2, 0.8};
    test::added(world, test::rigid_box(options));
    for (int i = 0; i < steps; ++i) world.step(1.0 / steps);
    return world.frame().bodies[0].positions[0];
  };
  const Vec3 exact = orientation_after(3200);
  const double coarse = distance(orientation_after(25), exact), fine = distance(orientation_after(50), exact);
  EXPECT_NEAR(coarse / fine, 4, 0.4);
}

TEST(FreeMotion, a_placement_turns_the_inertia) {
  test::RigidBoxOptions options = tumbling_box();
  options.rotation = test::turned_about_z(std::numbers::pi / 2);
  const auto turned = test::rigid_box(options);
  options.rotation = Mat3::identity();
  const auto straight = test::rigid_box(options);
  EXPECT_NEAR(turned->inertia()(0, 0), straight->inertia()(1, 1), 1e-12);
  EXPECT_NEAR(norm(turned->angular_velocity() - options.spin), 0, 1e-12);
}

TEST(FreeMotion, a_point_force_off_the_centre_turns_the_body) {
  World world;
  RigidBodyModel model;
  model.surface = test::box_surface({0.2, 0.2, 0.2});
  model.forces = {PointForce{{0.1, 0, 0}, {0, 1e-3, 0}, {}}};
  RigidBody& box = test::added(world, std::make_unique<RigidBody>("box", model));
  world.step(kStep);
  EXPECT_NEAR(box.velocity().y, 1e-3 * kStep / 8, 1e-15);
  EXPECT_NEAR(box.angular_momentum().z, 1e-4 * kStep, 1e-15);
}

TEST(FreeMotion, wind_carries_a_light_box_along_and_never_faster_than_it_blows) {
  World world;
  RigidBodyModel model;
  model.surface = test::box_surface({1, 1, 1});
  model.density = 0.01;
  model.forces = {Wind{.velocity = {10, 0, 0}}};
  RigidBody& box = test::added(world, std::make_unique<RigidBody>("box", model));
  double fastest = 0;
  for (int i = 0; i < 120; ++i) {
    world.step(kStep);
    fastest = std::max(fastest, box.velocity().x);
  }
  EXPECT_GT(box.velocity().x, 8);
  EXPECT_LT(fastest, 10);
}

TEST(FreeMotion, a_uniform_pressure_moves_nothing) {
  World world;
  RigidBodyModel model;
  model.surface = make_model("bear", 1500, {});
  model.forces = {SurfaceForce{.region = {WholeSpace{}}, .pressure = 1e3}};
  RigidBody& bear = test::added(world, std::make_unique<RigidBody>("bear", model));
  world.step(kStep);
  EXPECT_LT(norm(bear.velocity()), 1e-12);
  EXPECT_LT(norm(bear.angular_velocity()), 1e-10);
}

TEST(FreeMotion, a_pull_brings_the_pulled_point_to_its_target_and_holds_it) {
  World world;
  test::RigidBoxOptions options;
  options.at = {0, 1, 0};
  test::added(world, test::rigid_box(options));
  Pull pull = make_pull(world.frame().bodies[0], world.frame().bodies[0].positions[7], 0);
  pull.target += {0.3, 0.2, 0};
  require_pullable(world.body("box")).set_pulls({pull});
  for (int i = 0; i < 600; ++i) world.step(kStep, {.forces = true});
  const BodyFrame& frame = world.frame().bodies[0];
  EXPECT_LT(distance(pulled_point(pull, frame.positions), pull.target), 0.002);
  ASSERT_EQ(frame.arrows.size(), 1U);
  EXPECT_EQ(frame.arrows[0].kind, ForceArrow::Kind::kPull);
}

TEST(FreeMotion, gravity_gives_what_it_takes) {
  World world;
  test::RigidBoxOptions options;
  options.spin = {3, 1, 2};
  RigidBody& box = test::added(world, test::rigid_box(options));
  const double before = box.energies().total();
  for (int i = 0; i < 60; ++i) world.step(1e-4);
  // Backward Euler loses m g^2 dt t / 2.
  EXPECT_NEAR(box.energies().total() - before, -8 * 9.81 * 9.81 * 1e-4 * 6e-3 / 2, 1e-9);
}

}  // namespace
}  // namespace sinew
