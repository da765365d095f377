#include "contact/position_contact.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "contact/contact_bodies.h"
#include "mesh/triangle_tree.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

using test::kStep;

ContactParams by_positions() { return {.response = ContactResponse::kPositions, .gap = 1e-3}; }

ElasticParams exact_steps() {
  ElasticParams params{.integrator = Integrator::kBackwardEuler};
  params.solver.method = SolverMethod::kCg;
  params.solver.tolerance = 1e-12;
  return params;
}

double lowest(const World& world) {
  double least = 1e9;
  for (const Vec3& p : surface_positions(world.frame().bodies[0])) least = std::min(least, p.y);
  return least;
}

class PositionContactOf : public testing::TestWithParam<test::Kind> {};

// The first meets the second beside its middle, so that both are set turning.
TEST_P(PositionContactOf, bodies_that_meet_in_flight_keep_their_linear_momentum) {
  World world;
  test::BoxOptions a, b;
  a.gravity = b.gravity = {};
  a.params = b.params = exact_steps();
  a.name = "a", a.velocity = {2, 0, 0}, a.at = {-0.13, 0.06, 0};
  b.name = "b", b.at = {0.13, 0, 0};
  world.add(test::soft_body(GetParam(), a)), world.add(test::soft_body(GetParam(), b));
  world.set_contact(by_positions());
  const Vec3 first = test::momentum(world);
  std::int64_t pushed = 0;
  for (int step = 0; step < 30; ++step) {
    world.step(kStep);
    pushed += world.frame().contact.active;
    ASSERT_LT(norm(test::momentum(world) - first), 1e-7 * norm(first)) << "step " << step;
  }
  EXPECT_GT(pushed, 0);
  EXPECT_GT(world.frame().bodies[1].velocities[0].x, 0.1);
}

TEST_P(PositionContactOf, what_is_seen_of_a_box_that_lands_stays_over_the_ground) {
  World world;
  test::BoxOptions options;
  options.at = {0, 0.02, 0};
  options.rotation = test::turned_about_z(0.3);
  world.add(test::soft_body(GetParam(), options));
  world.set_contact(by_positions());
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  double low = 1;
  for (int step = 0; step < 90; ++step) {
    world.step(kStep);
    low = std::min(low, lowest(world));
  }
  EXPECT_GT(low, 0.9e-3);
  EXPECT_LT(lowest(world), 2e-3);
  EXPECT_GT(world.frame().contact.active, 3);
}

TEST_P(PositionContactOf, a_run_goes_on_after_a_checkpoint_with_the_same_bits) {
  const auto make = [&] {
    auto world = std::make_unique<World>();
    test::BoxOptions options;
    options.at = {0, 0.01, 0}, options.rotation = test::turned_about_z(0.1);
    world->add(test::soft_body(GetParam(), options));
    world->set_contact(by_positions());
    world->add(Obstacle{.name = "ground", .shape = PlaneShape{}});
    return world;
  };
  auto one = make(), other = make();
  for (int step = 0; step < 8; ++step) one->step(kStep);
  other->restore(one->state());
  EXPECT_EQ(body_checksum(other->frame().bodies[0]), body_checksum(one->frame().bodies[0]));
  for (int step = 0; step < 4; ++step) one->step(kStep), other->step(kStep);
  EXPECT_EQ(body_checksum(other->frame().bodies[0]), body_checksum(one->frame().bodies[0]));
}

INSTANTIATE_TEST_SUITE_P(Kinds, PositionContactOf,
                         testing::Values(test::Kind::kTetrahedra, test::Kind::kVoxels));

TEST(PositionContact, held_boxes_do_not_move_where_they_are_held) {
  World world;
  test::BoxOptions options;
  options.held_below = 0.05;
  world.add(test::soft_box(options));
  world.set_contact(by_positions());
  Obstacle ball{.name = "ball", .shape = SphereShape{{0, 0.32, 0}, 0.1}};
  ball.motion.path = {{.time = 0}, {.time = 0.2, .move = {0, -0.05, 0}}};
  world.add(ball);
  for (int step = 0; step < 12; ++step) world.step(kStep);
  const BodyFrame& frame = world.frame().bodies[0];
  EXPECT_GT(world.frame().contact.active, 0);
  for (const Vec3& p : surface_positions(frame)) EXPECT_GT(distance(p, Vec3{0, 0.27, 0}), 0.1);
  for (std::size_t i = 0; i < frame.positions.size(); ++i)
    if (frame.topology.elements->rest_positions[i].y < 0.05) {
      EXPECT_EQ(frame.positions[i], frame.topology.elements->rest_positions[i]);
    }
}

TEST(PositionContact, refuses_what_has_no_tetrahedra) {
  World world;
  world.add(test::soft_sheet({}));
  world.set_contact(by_positions());
  try {
    world.step(kStep);
    FAIL() << "a sheet has no tetrahedra";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "body 'box' cannot collide by positions");
  }
}

TEST(ObstacleDepth, closed_forms_find_what_the_triangles_of_a_shape_do) {
  SurfaceMesh mesh = surface_of(BoxShape{{-0.3, -0.2, -0.4}, {0.3, 0.1, 0.2}}, 1);
  const std::vector<ObstacleShape> shapes{
      BoxShape{{-0.5, -0.3, -0.2}, {0.4, 0.6, 0.3}}, SphereShape{{0.1, -0.2, 0.1}, 0.5},
      CapsuleShape{{-0.3, 0, 0.1}, {0.2, 0.4, -0.1}, 0.3},
      CylinderShape{{-0.3, -0.2, 0.1}, {0.2, 0.4, -0.1}, 0.35}, MeshShape{mesh}};
  Random random(7);
  for (const ObstacleShape& shape : shapes) {
    const ObstacleDepth depth(shape);
    const SurfaceMesh surface = surface_of(shape, 1e-5);
    const TriangleTree tree(surface);
    for (int k = 0; k < 300; ++k) {
      const Vec3 p = random.in_box({-1, -1, -1}, {1, 1, 1});
      const ObstaclePoint near = depth.nearest(p);
      EXPECT_NEAR(std::abs(near.distance), std::sqrt(tree.nearest(p).squared_distance), 1e-4);
      EXPECT_NEAR(norm(near.normal), 1, 1e-12);
      EXPECT_LT(norm(p - near.at - near.distance * near.normal), 1e-9);
      EXPECT_EQ(near.distance < 0, dot(p - near.at, near.normal) < 0);
      EXPECT_TRUE(near.distance >= 0 || depth.box().contains(p));
    }
  }
}

}  // namespace
}  // namespace sinew
