#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "contact_bodies.h"

namespace sinew {
namespace {

using test::kStep;

World box_on_ground() {
  World world;
  test::BoxOptions options;
  options.at = {0, 0.005, 0};
  world.add(test::soft_box(options));
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  return world;
}

TEST(ContactFrames, arrows_of_contact_add_up_to_the_forces_on_the_body) {
  World world = box_on_ground();
  for (int i = 0; i < 10; ++i) world.step(kStep, {.forces = true});
  Vec3 sum;
  for (const ForceArrow& arrow : world.frame().bodies[0].arrows)
    if (arrow.kind == ForceArrow::Kind::kContact) sum += arrow.force;
  EXPECT_GT(sum.y, 0);
  EXPECT_LT(norm(sum - test::contact_force_on(world, "box")), 1e-12 * sum.y);
  world.publish({});
  EXPECT_TRUE(world.frame().bodies[0].arrows.empty());
  EXPECT_TRUE(world.frame().contact.forces.empty());
}

TEST(ContactFrames, forces_are_shown_where_a_fast_body_is_when_the_step_ends) {
  World world;
  test::BoxOptions options;
  options.at = {0, 0.005, 0}, options.velocity = {5, 0, 0};
  world.add(test::soft_box(options));
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}, .friction = 0});
  for (int i = 0; i < 10; ++i) world.step(kStep, {.forces = true});
  const std::vector<Vec3> seen = surface_positions(world.frame().bodies[0]);
  ASSERT_FALSE(world.frame().contact.forces.empty());
  for (const ContactForce& force : world.frame().contact.forces) {
    double nearest = 1;
    for (const Vec3& p : seen) nearest = std::min(nearest, distance(p, force.at));
    EXPECT_LT(nearest, 1e-6);  // contact takes the embedding in single precision
  }
}

TEST(ContactFrames, the_checksum_covers_forces_and_counts) {
  World world = box_on_ground();
  for (int i = 0; i < 10; ++i) world.step(kStep, {.forces = true});
  Frame frame = world.frame();
  ASSERT_FALSE(frame.contact.forces.empty());
  const std::uint64_t sum = frame_checksum(frame);
  ++frame.contact.held_back;
  EXPECT_NE(frame_checksum(frame), sum);
  --frame.contact.held_back;
  frame.contact.forces[0].force.x += 1e-9;
  EXPECT_NE(frame_checksum(frame), sum);
}

TEST(ContactFrames, sums_are_those_of_the_single_forces) {
  World world = box_on_ground();
  test::BoxOptions options;
  options.name = "upper", options.at = {0.02, 0.21, 0};
  world.add(test::soft_box(options));
  for (int i = 0; i < 15; ++i) world.step(kStep, {.forces = true, .reactions = true});
  const std::vector<ContactSum>& sums = world.frame().contact.sums;
  ASSERT_EQ(sums.size(), 2U);
  EXPECT_EQ(sums[0].a, "box");
  EXPECT_EQ(sums[0].b, "upper");
  EXPECT_EQ(sums[1].a, "ground");
  EXPECT_EQ(sums[1].b, "");
  const Vec3 on_upper = test::contact_force_on(world, "upper"),
             on_ground = test::contact_force_on(world, "ground");
  EXPECT_GT(on_upper.y, 0);
  EXPECT_LT(norm(sums[0].force + on_upper), 1e-12 * norm(on_upper));
  EXPECT_LT(norm(sums[1].force - on_ground), 1e-12 * norm(on_ground));
  EXPECT_TRUE(world.frame().contact.is_on);
}

TEST(ContactFrames, an_obstacle_is_shown_where_its_motion_takes_it) {
  World world = box_on_ground();
  const Motion motion{
      .velocity = {1, 0, 0}, .centre = {3, 0, 0}, .axis = {0, 0, 1}, .turning = std::numbers::pi};
  world.add(Obstacle{.name = "post", .shape = BoxShape{{2.9, 1, -0.1}, {3.1, 2, 0.1}}, .motion = motion});
  ASSERT_EQ(world.frame().tools.size(), 1U);
  for (int i = 0; i < 30; ++i) world.step(kStep);
  ASSERT_EQ(world.frame().tools.size(), 1U);
  const ToolFrame& tool = world.frame().tools[0];
  EXPECT_EQ(tool.name, "post");
  ASSERT_EQ(tool.shape->vertex_count(), 8);
  for (const Vec3& p : tool.shape->positions)
    EXPECT_LT(norm(tool.position + tool.axes * p - (p + displacement_at(motion, p, world.time()))), 1e-12);
}

TEST(ContactFrames, a_plane_is_shown_as_a_square_below_it_if_it_says_how_large) {
  World world;
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  EXPECT_TRUE(world.frame().tools.empty());
  const Vec3 normal = normalized(Vec3{1, 2, 0});
  world.add(Obstacle{.name = "slope", .shape = PlaneShape{{0, 1, 0}, {1, 2, 0}, 4}});
  ASSERT_EQ(world.frame().tools.size(), 1U);
  const SurfaceMesh& square = *world.frame().tools[0].shape;
  double highest = -1, farthest = 0;
  for (const Vec3& p : square.positions) {
    highest = std::max(highest, dot(p - Vec3{0, 1, 0}, normal));
    farthest = std::max(farthest, norm(p - Vec3{0, 1, 0}));
  }
  EXPECT_NEAR(highest, 0, 1e-12);
  EXPECT_NEAR(farthest, std::hypot(2, 2), 0.01);
}

}  // namespace
}  // namespace sinew
