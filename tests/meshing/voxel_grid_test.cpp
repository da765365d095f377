#include "sinew/meshing/voxel_grid.h"

#include <gtest/gtest.h>

#include <numbers>

#include "base/parallel.h"
#include "mesh/test_surfaces.h"
#include "meshing/bcc_lattice.h"
#include "sinew/base/error.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {
namespace {

// Turned so that no edge follows the grid.
SurfaceMesh tilted(SurfaceMesh mesh) {
  const auto axes = rotation_axes({1, 2, 3}, 0.6);
  for (Vec3& p : mesh.positions) p = p.x * axes[0] + p.y * axes[1] + p.z * axes[2];
  return mesh;
}

TEST(VoxelGrid, rows_and_winding_number_agree_on_every_voxel) {
  for (const SurfaceMesh& surface :
       {tilted(test::cube()), test::torus(40, 16),
        test::joined(test::sphere(20), test::sphere(16, 0.6, {0.9, 0, 0})),
        test::joined(test::sphere(30), test::turned_over(test::sphere(20, 0.5)))}) {
    const SignedDistance solid(surface);
    const GridFrame frame = voxel_frame(solid.box().inflated(0.01), 37);
    EXPECT_EQ(voxelize_by_rows(surface, frame).inside, voxelize_by_winding(solid, frame).inside);
  }
}

TEST(VoxelGrid, winding_number_by_blocks_equals_asking_every_voxel_of_an_open_surface) {
  SurfaceMesh surface = test::torus(40, 16);
  std::erase_if(surface.triangles, [&](const Triangle& t) { return surface.positions[t[0]].x > 2.3; });
  const SignedDistance solid(surface);
  const GridFrame frame = voxel_frame(solid.box(), 40);
  const VoxelGrid grid = voxelize(surface, solid, frame);
  for (Index k = 0; k < frame.counts[2]; ++k)
    for (Index j = 0; j < frame.counts[1]; ++j)
      for (Index i = 0; i < frame.counts[0]; ++i)
        ASSERT_EQ(grid.inside[frame.index(i, j, k)] != 0, solid.inside(frame.point(i, j, k)));
}

TEST(VoxelGrid, rows_through_edges_and_corners_are_crossed_once) {
  // Samples at whole numbers, and a cube whose faces, edges and corners pass through them: each row that is
  // met at all is met twice, so a half-open cube of 4 x 4 x 4 samples remains.
  GridFrame frame{{0, 0, 0}, 1, {8, 8, 8}};
  const SurfaceMesh surface = test::cube(4, {2, 2, 2});
  EXPECT_EQ(voxelize_by_rows(surface, frame).inside_count(), 64U);
  // An octahedron with corners, edges and diagonals on samples: no streaks beyond it.
  SurfaceMesh octahedron{
      {{1, 4, 4}, {7, 4, 4}, {4, 1, 4}, {4, 7, 4}, {4, 4, 1}, {4, 4, 7}},
      {{1, 3, 5}, {3, 0, 5}, {0, 2, 5}, {2, 1, 5}, {3, 1, 4}, {0, 3, 4}, {2, 0, 4}, {1, 2, 4}}};
  const VoxelGrid grid = voxelize_by_rows(octahedron, frame);
  for (Index k = 0; k < 8; ++k)
    for (Index j = 0; j < 8; ++j)
      for (Index i = 0; i < 8; ++i) {
        const int reach = std::abs(i - 4) + std::abs(j - 4) + std::abs(k - 4);
        if (reach == 3) continue;  // on the surface: either
        EXPECT_EQ(grid.inside[frame.index(i, j, k)], reach < 3 ? 1 : 0);
      }
}

TEST(VoxelGrid, volume_of_a_ball_converges) {
  const SurfaceMesh surface = test::sphere(200);
  const SignedDistance solid(surface);
  const double volume = voxelize(surface, solid, voxel_frame(solid.box(), 96)).volume();
  EXPECT_NEAR(volume, 4 * std::numbers::pi / 3, 0.01);
}

TEST(VoxelGrid, has_the_same_bits_for_1_2_and_4_threads) {
  const SurfaceMesh surface = test::torus(40, 16);
  const SignedDistance solid(surface);
  const GridFrame frame = voxel_frame(solid.box(), 50);
  set_thread_count(1);
  const auto rows = voxelize_by_rows(surface, frame).inside,
             winding = voxelize_by_winding(solid, frame).inside;
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    EXPECT_EQ(voxelize_by_rows(surface, frame).inside, rows);
    EXPECT_EQ(voxelize_by_winding(solid, frame).inside, winding);
  }
  set_thread_count(0);
}

TEST(VoxelGrid, becomes_hexahedra_of_the_same_volume_over_shared_nodes) {
  const SurfaceMesh surface = test::cube();
  const SignedDistance solid(surface);
  const VoxelGrid grid = voxelize(surface, solid, voxel_frame(solid.box(), 5));
  const VolumeMesh mesh = hexahedra(grid);
  EXPECT_EQ(mesh.hexahedron_count(), 125);
  EXPECT_EQ(mesh.node_count(), 216);
  EXPECT_NEAR(total_volume(mesh), 1, 1e-12);
  EXPECT_NEAR(signed_volume(boundary_surface(mesh)), 1, 1e-12);
}

TEST(VoxelGrid, points_are_answered_in_their_order) {
  const SignedDistance solid(test::cube());
  const std::vector<Vec3> points{{0.5, 0.5, 0.5}, {2, 0, 0}, {0.1, 0.9, 0.2}};
  EXPECT_EQ(inside_points(solid, points), (std::vector<std::uint8_t>{1, 0, 1}));
}

TEST(VoxelGrid, refuses_what_makes_no_grid) {
  SurfaceMesh open = test::cube();
  open.triangles.pop_back();
  EXPECT_THROW(voxelize_by_rows(open, GridFrame{{0, 0, 0}, 1, {2, 2, 2}}), Error);
  EXPECT_THROW(voxel_frame({{0, 0, 0}, {1, 1, 1}}, 0), Error);
  EXPECT_THROW(voxel_frame({{0, 0, 0}, {0, 0, 0}}, 8), Error);
}

}  // namespace
}  // namespace sinew
