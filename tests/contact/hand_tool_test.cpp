#include <gmock/gmock.h>

#include <cmath>

#include "base/error_of.h"
#include "collision/crossing_pairs.h"
#include "contact_bodies.h"

namespace sinew {
namespace {

using test::kStep;
using testing::HasSubstr;

HandTool ball_at(const Vec3& hand, double speed = 1) {
  return {.name = "ball", .shape = SphereShape{{}, 0.05}, .hand = hand, .speed = speed};
}

// A box that lies on the ground without weight.
World box_on_ground() {
  World world;
  test::BoxOptions options;
  options.at = {0, 0.005, 0}, options.gravity = {};
  world.add(test::soft_box(options));
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  return world;
}

void steps(World& world, int count) {
  for (int i = 0; i < count; ++i) world.step(kStep, {.forces = true, .reactions = true});
}

std::size_t crossings(const World& world) {
  const BodyFrame& body = world.frame().bodies[0];
  const ToolFrame& tool = world.frame().tools[0];
  std::vector<Vec3> ball;
  for (const Vec3& p : tool.shape->positions) ball.push_back(tool.position + tool.axes * p);
  const std::vector<Vec3> seen = surface_positions(body);
  const SurfaceState states[] = {{body.topology.surface->mesh.triangles, seen},
                                 {tool.shape->triangles, ball}};
  return crossing_pairs(states).size();
}

TEST(HandTool, goes_to_the_hand_no_faster_than_its_speed) {
  World world = box_on_ground();
  world.hold(ball_at({0, 1, 0}));
  steps(world, 1);
  ASSERT_EQ(world.frame().tools.size(), 1U);
  EXPECT_EQ(world.frame().tools[0].position, (Vec3{0, 1, 0}));
  world.hold(ball_at({0.3, 1, 0}));
  steps(world, 6);
  EXPECT_LT(norm(world.frame().tools[0].position - Vec3{0.1, 1, 0}), 1e-12);
  steps(world, 20);
  EXPECT_LT(norm(world.frame().tools[0].position - Vec3{0.3, 1, 0}), 1e-12);
  world.put_away("ball");
  steps(world, 1);
  EXPECT_TRUE(world.frame().tools.empty());
}

TEST(HandTool, presses_into_a_box_and_feels_its_force) {
  World world = box_on_ground();
  world.hold(ball_at({0, 0.3, 0}, 0.2));
  steps(world, 1);
  world.hold(ball_at({0, 0.2, 0}, 0.2));
  steps(world, 60);
  EXPECT_EQ(crossings(world), 0U);
  const ContactSum& on_ball = world.frame().contact.sums.back();
  EXPECT_EQ(on_ball.a, "ball");
  EXPECT_GT(on_ball.force.y, 1);
  EXPECT_NEAR(test::contact_force_on(world, "ground").y / on_ball.force.y, -1, 0.01);
}

TEST(HandTool, is_held_back_where_it_cannot_pass) {
  World world = box_on_ground();
  world.hold(ball_at({0, 0.3, 0}));
  steps(world, 1);
  world.hold(ball_at({0, -0.5, 0}));
  for (int i = 0; i < 24; ++i) {
    steps(world, 1);
    ASSERT_EQ(crossings(world), 0U) << i;
  }
  EXPECT_GT(world.frame().tools[0].position.y, 0.04);
  // The hand goes back, and the ball follows at once: it has no motion to make up for.
  const double low = world.frame().tools[0].position.y;
  world.hold(ball_at({0, 0.5, 0}));
  steps(world, 6);
  EXPECT_GT(world.frame().tools[0].position.y, low + 0.08);
}

TEST(HandTool, that_appears_within_a_body_is_felt_once_it_has_left) {
  World world = box_on_ground();
  world.hold(ball_at({0, 0.2, 0}));
  steps(world, 3);
  EXPECT_EQ(world.frame().contact.active, 0);
  EXPECT_LT(test::rms_speed(world), 1e-12);
  world.hold(ball_at({0, 0.4, 0}));
  steps(world, 15);
  world.hold(ball_at({0, 0.22, 0}));
  steps(world, 15);
  EXPECT_GT(world.frame().contact.active, 0);
  EXPECT_EQ(crossings(world), 0U);
}

TEST(HandTool, grasps_what_it_touches_and_lets_go) {
  World world;
  test::BoxOptions options;
  options.at = {0, 0.005, 0}, options.young = 1e6;
  const double weight = test::weight_of(world.add(test::soft_box(options)));
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  world.hold(ball_at({0, 0.26, 0}, 0.5));
  steps(world, 10);
  world.grasp("ball", 0.04);
  world.hold(ball_at({0, 0.5, 0}, 0.3));
  steps(world, 120);
  EXPECT_GT(bounding_box(world.frame().bodies[0].positions).lower.y, 0.15);
  const AttachmentForce& held = world.frame().contact.attachments.at(0);
  EXPECT_EQ(held.name, "ball.box");
  EXPECT_GT(held.points, 0);
  EXPECT_NEAR(held.force.y / weight, 1, 0.05);
  world.let_go("ball");
  steps(world, 30);
  EXPECT_TRUE(world.frame().contact.attachments.empty());
  EXPECT_LT(bounding_box(world.frame().bodies[0].positions).lower.y, 0.02);
}

TEST(HandTool, is_no_part_of_the_state) {
  World world = box_on_ground();
  steps(world, 2);
  const WorldState before = world.state();
  world.hold(ball_at({0, 0.2, 0.4}));
  world.hold(ball_at({0, 0.2, 0}));
  steps(world, 20);
  world.grasp("ball", 0.02);
  steps(world, 2);
  EXPECT_EQ(world.state().contact.size(), before.contact.size());
  world.restore(before);
  steps(world, 3);
  World other = box_on_ground();
  steps(other, 5);
  EXPECT_EQ(body_checksum(world.frame().bodies[0]), body_checksum(other.frame().bodies[0]));
}

TEST(HandTool, works_in_a_world_where_nothing_collides_and_leaves_it_so) {
  World world;
  test::BoxOptions options;
  options.gravity = {};
  world.add(test::soft_box(options));
  options.name = "within";
  world.add(test::soft_box(options));
  const WorldState start = world.state();
  world.hold(ball_at({0, 0.1, 0.3}));
  steps(world, 1);
  world.hold(ball_at({0, 0.1, 0.1}));
  steps(world, 15);
  for (const BodyFrame& body : world.frame().bodies)  // both were pushed away, and do not mind each other
    EXPECT_LT(bounding_box(body.positions).upper.z, 0.06);
  EXPECT_TRUE(world.state().contact.empty());
  world.restore(start);
  EXPECT_FALSE(world.frame().contact.is_on);
  EXPECT_EQ(world.state().bodies[0].arrays[0].values, start.bodies[0].arrays[0].values);
}

TEST(HandTool, bad_ones_are_refused) {
  World world = box_on_ground();
  HandTool tool = ball_at({});
  tool.name = "ground";
  EXPECT_THAT(error_of([&] { world.hold(tool); }), HasSubstr("already something named 'ground'"));
  tool = ball_at({});
  tool.shape = PlaneShape{};
  EXPECT_THAT(error_of([&] { world.hold(tool); }), HasSubstr("a plane cannot be held"));
  EXPECT_THAT(error_of([&] { world.hold(ball_at({NAN, 0, 0})); }), HasSubstr("a hand needs a place"));
  EXPECT_THAT(error_of([&] { world.hold(ball_at({}, 0)); }), HasSubstr("a speed above 0"));
  EXPECT_THAT(error_of([&] { world.grasp("ball", 1); }), HasSubstr("no tool in a hand is called 'ball'"));
  EXPECT_THAT(error_of([] { World().grasp("ball", 1); }), HasSubstr("no tool in a hand is called 'ball'"));
}

}  // namespace
}  // namespace sinew
