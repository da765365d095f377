#include "octree/surface/surface_bindings.h"

#include <gtest/gtest.h>

#include "base/error_of.h"
#include "base/parallel.h"
#include "mesh/disjoint_sets.h"
#include "mesh/surface_topology.h"
#include "octree/analytic_voxels.h"

namespace sinew {
namespace {

struct BoundBall {
  LinkedVoxels voxels;
  Cells cells;
  Vertices vertices;
  SplitSurface surface;
  Embedding embedding;

  std::vector<Vec3> rest_positions() const {
    std::vector<Vec3> positions;
    for (const LatticePoint& p : vertices.points) positions.push_back(voxels.lattice().point(p));
    return positions;
  }
};

GridFrame ball_frame() { return {Vec3{-1, -1, -1} + 0.04 * Vec3{1, 1, 1}, 0.08, {25, 25, 25}}; }

BoundBall bound_ball(bool cut) {
  BoundBall ball{voxels_inside([](const Vec3& p) { return norm(p) - 0.9; }, ball_frame()), {}, {}, {}, {}};
  if (cut)
    cut_along(
        ball.voxels, [](const Vec3& p) { return 0.6 * p.x + 0.8 * p.z - 0.017; }, 1);
  ball.cells = balanced_cells(ball.voxels, 3);
  ball.vertices = make_vertices(ball.voxels, ball.cells);
  ball.surface = splitting_cubes(ball.voxels);
  ball.embedding = bind_surface(ball.voxels, ball.cells, ball.vertices, ball.surface);
  return ball;
}

TEST(SurfaceBindings, the_surface_follows_every_affine_motion) {
  const BoundBall ball = bound_ball(true);
  const auto moved = [](const Vec3& p) {
    return Vec3{0.9 * p.x - 0.3 * p.y + 5, 0.4 * p.x + 1.1 * p.y + 0.2 * p.z, p.z - 0.5 * p.x - 2};
  };
  std::vector<Vec3> positions = ball.rest_positions();
  for (Vec3& p : positions) p = moved(p);
  const std::vector<Vec3> surface = embedded_positions(ball.embedding, positions);
  for (std::size_t v = 0; v < surface.size(); ++v)
    EXPECT_LT(distance(surface[v], moved(ball.surface.mesh.positions[v])), 1e-6);
}

TEST(SurfaceBindings, the_two_parts_of_a_cut_ball_move_apart_whole) {
  const BoundBall ball = bound_ball(true);
  DisjointSets sets(ball.vertices.count());
  for (const auto& corners : ball.vertices.corners)
    for (const Index corner : corners) sets.unite(corners[0], corner);
  const Components parts = sets.components();
  ASSERT_EQ(parts.count, 2);
  std::vector<Vec3> positions = ball.rest_positions();
  for (Index v = 0; v < ball.vertices.count(); ++v) positions[v] += parts.of[v] * Vec3{3, 2, 1};
  SurfaceMesh moved = ball.surface.mesh;
  moved.positions = embedded_positions(ball.embedding, positions);
  EXPECT_EQ(surface_topology(moved.triangles).components, 2);
  EXPECT_NEAR(signed_volume(moved), signed_volume(ball.surface.mesh), 1e-5);
  EXPECT_NEAR(surface_area(moved), surface_area(ball.surface.mesh), 1e-5);
}

TEST(SurfaceBindings, points_stay_within_reach_of_their_cells) {
  const BoundBall ball = bound_ball(true);
  for (const float weight : ball.embedding.weight) EXPECT_LT(std::abs(weight), 8);
  EXPECT_GT(count_extrapolated(ball.embedding), 0);
  EXPECT_LT(count_extrapolated(ball.embedding), ball.embedding.point_count());
}

TEST(SurfaceBindings, have_the_same_bits_on_1_2_and_4_threads) {
  const int threads = thread_count();
  set_thread_count(1);
  const BoundBall alone = bound_ball(true);
  for (const int count : {2, 4}) {
    set_thread_count(count);
    const BoundBall together = bound_ball(true);
    EXPECT_EQ(together.embedding.node, alone.embedding.node);
    EXPECT_EQ(together.embedding.weight, alone.embedding.weight);
  }
  set_thread_count(threads);
}

TEST(SurfaceBindings, a_point_bound_to_an_outside_voxel_is_refused) {
  const BoundBall ball = bound_ball(false);
  const Vec3 point{1, 1, 1};
  for (const LatticePoint& voxel : {LatticePoint{0, 0, 0}, LatticePoint{-1, 3, 3}, LatticePoint{400, 2, 2}})
    EXPECT_EQ(error_of([&] {
                bind_to_cells(ball.voxels, ball.cells, ball.vertices, {&point, 1}, {&voxel, 1});
              }),
              "a point is bound to a voxel that is not inside\n  bind it to one that is");
}

}  // namespace
}  // namespace sinew
