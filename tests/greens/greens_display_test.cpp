#include <gtest/gtest.h>

#include "base/error_of.h"
#include "greens_bodies.h"
#include "mesh/triangle_tree.h"

namespace sinew {
namespace {

using test::CushionOptions;

// A cushion that is seen by a surface of sixteen times as many triangles, bound to its own flat one.
GreensBodyModel displayed(const CushionOptions& options, int steps = 2) {
  GreensBodyModel model = test::cushion_model(options);
  model.display = DisplacedDisplay{steps, surface_of(*model.responses)};
  return model;
}

// How far the vertices that are seen are from the surface of the body, at most.
double distance_to_body(const BodyFrame& frame) {
  const SurfaceMesh own{frame.positions, frame.topology.elements->triangles};
  const TriangleTree tree(own);
  double most = 0;
  for (const Vec3& p : surface_positions(frame)) most = std::max(most, tree.nearest(p).squared_distance);
  return std::sqrt(most);
}

TEST(GreensDisplay, a_finer_surface_is_seen_near_that_of_the_body) {
  CushionOptions options;
  options.gravity = {};
  World world;
  test::added(world, std::make_unique<GreensBody>("cushion", displayed(options)));
  const BodyFrame& frame = world.frame().bodies[0];
  EXPECT_EQ(frame.topology.surface->mesh.triangle_count(), 16 * frame.topology.elements->element_count());
  EXPECT_EQ(surface_positions(frame).size(), frame.carriers.size());
  EXPECT_LT(distance_to_body(frame), 2e-3);
}

// Details turn with the normals, so that a turn of the body is one of what is seen.
TEST(GreensDisplay, what_is_seen_turns_with_the_body) {
  CushionOptions options;
  options.gravity = {};
  options.placement = {test::turned_about_z(0.4), {1, 2, 3}};
  options.motion = {.centre = {1, 2, 3}, .axis = {0, 0, 1}, .turning = 0.7, .during = {0, 1}};
  World world;
  test::added(world, std::make_unique<GreensBody>("cushion", displayed(options)));
  const std::vector<Vec3> before = surface_positions(world.frame().bodies[0]);
  world.step(1);
  const std::vector<Vec3> after = surface_positions(world.frame().bodies[0]);
  const Mat3 R = test::turned_about_z(0.7);
  double most = 0;
  for (std::size_t v = 0; v < after.size(); ++v)
    most = std::max(most, norm(after[v] - (Vec3{1, 2, 3} + R * (before[v] - Vec3{1, 2, 3}))));
  EXPECT_LT(most, 1e-12);
}

TEST(GreensDisplay, what_is_seen_goes_where_the_body_goes) {
  CushionOptions options;
  GreensBodyModel model = displayed(options);
  model.forces.push_back(PointForce{.at = {0, 0.1, 0}, .force = {0, -60, 0}});
  World world;
  GreensBody& body = test::added(world, std::make_unique<GreensBody>("cushion", model));
  const std::vector<Vec3> before = surface_positions(world.frame().bodies[0]);
  test::steps(world, 1);
  double deepest = 0, seen = 0;
  for (const Vec3& u : body.displacements()) deepest = std::min(deepest, u.y);
  const std::vector<Vec3> after = surface_positions(world.frame().bodies[0]);
  for (std::size_t v = 0; v < after.size(); ++v) seen = std::min(seen, after[v].y - before[v].y);
  // Loop's surface takes half of the dent of a single vertex, and that of its neighbours.
  EXPECT_LT(seen, 0.5 * deepest);
  EXPECT_GT(seen, 1.1 * deepest);
}

TEST(GreensDisplay, more_steps_than_make_sense_are_refused) {
  EXPECT_NE(error_of([] { GreensBody("cushion", displayed({}, 7)); }), "");
}

}  // namespace
}  // namespace sinew
