#include <gtest/gtest.h>

#include "contact/impact_zones.h"
#include "rigid_bodies.h"

namespace sinew {
namespace {

using test::kStep;

void steps(World& world, int count) {
  for (int i = 0; i < count; ++i) world.step(kStep, {.forces = true});
}

TEST(Touching, the_ground_carries_a_rigid_box_with_its_weight) {
  World world;
  test::RigidBoxOptions options;
  options.at = {0, 0.05, 0};
  RigidBody& box = test::added(world, test::rigid_box(options));
  world.add(test::ground());
  steps(world, 120);
  const double weight = 9.81 * box.measure().mass;
  const Vec3 force = test::contact_force_on(world, "box");
  EXPECT_NEAR(force.y / weight, 1, 1e-3);
  EXPECT_LT(std::hypot(force.x, force.z), 1e-3 * weight);
  EXPECT_LT(test::largest_speed(world), 1e-6);
}

TEST(Touching, a_box_dropped_on_its_edge_comes_to_rest_on_a_face) {
  World world;
  test::RigidBoxOptions options;
  options.at = {0, 0.2, 0};
  options.rotation = test::turned_about_z(0.7);
  RigidBody& box = test::added(world, test::rigid_box(options));
  world.add(test::ground());
  steps(world, 300);
  EXPECT_LT(test::largest_speed(world), 1e-4);
  EXPECT_NEAR(box.centre().y, 0.1, 1e-3);
  EXPECT_NEAR(test::contact_force_on(world, "box").y / (9.81 * box.measure().mass), 1, 1e-3);
}

// How fast a box slides down a plane that is turned by this angle, m/s, one second after it was put there.
double speed_on_incline(double angle, double friction) {
  World world;
  const Mat3 R = test::turned_about_z(angle);
  test::RigidBoxOptions options;
  options.size = {0.4, 0.1, 0.4};
  options.rotation = R;
  const double gap = 1e-3 * norm(options.size);
  options.at = R * Vec3{0, 0.05 + gap, 0} - Vec3{0, 0.05, 0};
  RigidBody& box = test::added(world, test::rigid_box(options));
  world.add(Obstacle{.name = "slope", .shape = PlaneShape{{}, R * Vec3{0, 1, 0}}, .friction = friction});
  steps(world, 60);
  return -dot(box.velocity(), R * Vec3{1, 0, 0});
}

TEST(Touching, a_box_on_an_incline_stays_below_the_angle_of_friction_and_slides_above_it) {
  constexpr double kHalfDegree = std::numbers::pi / 360;
  EXPECT_LT(std::abs(speed_on_incline(std::atan(0.5) - kHalfDegree, 0.5)), 1e-5);
  EXPECT_GT(speed_on_incline(std::atan(0.5) + kHalfDegree, 0.5), 0.05);
}

TEST(Touching, a_box_slides_down_an_incline_as_coulomb_says) {
  const double angle = 0.7, expected = 9.81 * (std::sin(angle) - 0.5 * std::cos(angle));
  EXPECT_NEAR(speed_on_incline(angle, 0.5) / expected, 1, 0.01);
}

struct Meeting {
  double momentum = 0, angular_momentum = 0, most_energy = 0;  // change, over what there was
  std::int64_t held_back = 0, pressed = 0;
};

// Two boxes that fly, meet off their centres, and fly on.
Meeting meet_in_flight(double dt) {
  World world;
  test::RigidBoxOptions options;
  options.gravity = {};
  options.name = "a", options.velocity = {2, 0, 0}, options.spin = {0, 1, 2};
  RigidBody& a = test::added(world, test::rigid_box(options));
  options.name = "b", options.at = {0.5, 0.07, 0.05}, options.velocity = {-1, 0, 0}, options.spin = {1, 0, 0};
  options.density = 400;
  RigidBody& b = test::added(world, test::rigid_box(options));
  world.set_contact({});
  const double m = a.measure().mass, n = b.measure().mass;
  const auto momentum = [&] { return m * a.velocity() + n * b.velocity(); };
  const auto angular = [&] {
    return a.angular_momentum() + b.angular_momentum() + m * cross(a.centre(), a.velocity()) +
           n * cross(b.centre(), b.velocity());
  };
  const auto energy = [&] { return a.energies().kinetic + b.energies().kinetic; };
  const Vec3 before = momentum(), turning = angular();
  double last = energy();
  Meeting met;
  for (double t = 0; t < 0.5; t += dt) {
    world.step(dt);
    met.held_back += world.frame().contact.held_back;
    met.pressed += world.frame().contact.active;
    met.momentum = std::max(met.momentum, norm(momentum() - before) / norm(before));
    met.most_energy = std::max(met.most_energy, energy() / last - 1);
    last = energy();
  }
  met.angular_momentum = norm(angular() - turning) / norm(turning);
  return met;
}

TEST(Touching, two_bodies_that_meet_in_flight_keep_their_momenta_and_gain_no_energy) {
  const Meeting met = meet_in_flight(kStep), finely = meet_in_flight(kStep / 16);
  for (const Meeting& one : {met, finely}) {
    EXPECT_GT(one.pressed, 0);
    EXPECT_EQ(one.held_back, 0);
    EXPECT_LT(one.momentum, 1e-10);
    EXPECT_LT(one.most_energy, 1e-9);
    EXPECT_LT(one.angular_momentum, 1e-9);
  }
}

TEST(Touching, rigid_bodies_that_are_held_back_share_their_momentum) {
  test::RigidBoxOptions options;
  options.gravity = {};
  options.velocity = {2, 0, 1}, options.spin = {0, 1, 2};
  const auto a = test::rigid_box(options);
  options.at = {0.5, 0.07, 0.05}, options.velocity = {-1, 0, 0}, options.density = 400;
  const auto b = test::rigid_box(options);
  const double m = a->measure().mass, n = b->measure().mass;
  const Vec3 mean = (m * a->velocity() + n * b->velocity()) / (m + n),
             difference = a->velocity() - b->velocity();
  const auto after = [&](double share) {
    std::vector<Collider> colliders;
    for (RigidBody* body : {a.get(), b.get()}) {
      Collider& collider = colliders.emplace_back(*body);
      collider.take_surface();
      body->begin_step(0, kStep);
      collider.begin(0, kStep);
    }
    ImpactZones zones;
    zones.begin_hit();
    for (Index c = 0; c < 2; ++c)
      for (Index u = 0; u < 4; ++u) zones.add(c, u, share);
    zones.hold_back(colliders);
    for (RigidBody* body : {a.get(), b.get()}) body->end_step(), body->commit();
  };
  after(0.5);
  EXPECT_LT(norm((m * a->velocity() + n * b->velocity()) / (m + n) - mean), 1e-14);
  EXPECT_LT(norm(a->velocity() - b->velocity() - 0.5 * difference), 1e-14);
  after(0);
  EXPECT_LT(norm(a->velocity() - mean), 1e-14);
  EXPECT_LT(norm(b->velocity() - mean), 1e-14);
}

TEST(Touching, a_stack_of_ten_rigid_boxes_stands) {
  World world;
  test::RigidBoxOptions options;
  for (int i = 0; i < 10; ++i) {
    options.name = "box" + std::to_string(i);
    options.at = {0.003 * (i % 3), 0.001 + 0.2011 * i, 0.002 * (i % 2)};
    test::added(world, test::rigid_box(options));
  }
  world.add(test::ground());
  steps(world, 90);
  EXPECT_LT(test::largest_speed(world), 0.01);
  EXPECT_NEAR(static_cast<RigidBody&>(world.body("box9")).centre().y, 0.1 + 9 * 0.2, 0.005);
  EXPECT_NEAR(-test::contact_force_on(world, "ground").y / (10 * 9.81 * 8), 1, 1e-3);
}

TEST(Touching, a_stack_of_ten_rigid_boxes_falls_if_it_is_pushed) {
  World world;
  test::RigidBoxOptions options;
  for (int i = 0; i < 10; ++i) {
    options.name = "box" + std::to_string(i);
    options.at = {0, 0.001 + 0.2011 * i, 0};
    test::added(world, test::rigid_box(options));
  }
  world.add(test::ground());
  world.add(Obstacle{.name = "ball",
                     .shape = SphereShape{{-0.25, 1.5, 0}, 0.1},
                     .motion = {.velocity = {0.5, 0, 0}, .during = {0.2, 1}}});
  steps(world, 120);
  EXPECT_LT(static_cast<RigidBody&>(world.body("box9")).centre().y, 1);
  EXPECT_TRUE(world.crossings().empty());
}

TEST(Touching, a_rigid_ball_rolls_without_slipping) {
  World world;
  RigidBodyModel model;
  model.surface = test::ball_surface(0.1, 1e-4);
  model.placement.move = {0, 0.1005, 0};
  model.velocity = {1, 0, 0};
  RigidBody& ball = test::added(world, std::make_unique<RigidBody>("ball", model));
  world.set_contact({.friction = 0.5});
  world.add(test::ground());
  steps(world, 60);
  // Friction takes it from sliding to rolling: 5/7 of its speed are left, less what its facets take.
  EXPECT_NEAR(ball.velocity().x, 5.0 / 7, 0.05);
  EXPECT_NEAR(-ball.angular_velocity().z * 0.1 / ball.velocity().x, 1, 0.02);
}

TEST(Touching, nothing_falls_through_the_floor_at_a_hundred_metres_a_second) {
  for (const double angle : {0.0, 0.3, 0.8}) {
    World world;
    test::RigidBoxOptions options;
    options.at = {0, 3, 0};
    options.velocity = {20, -100, 0};
    options.spin = {10, 3, 40};
    options.rotation = test::turned_about_z(angle);
    test::added(world, test::rigid_box(options));
    world.add(test::ground());
    for (int i = 0; i < 60; ++i) {
      world.step(kStep);
      for (const Vec3& p : world.frame().bodies[0].positions)
        ASSERT_GT(p.y, 0) << "step " << i << ", " << angle;
    }
  }
}

}  // namespace
}  // namespace sinew
