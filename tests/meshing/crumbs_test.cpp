#include "meshing/crumbs.h"

#include <gtest/gtest.h>

#include "mesh/test_surfaces.h"
#include "mesh/tetrahedron_adjacency.h"
#include "meshing/mesh_checks.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"

namespace sinew {
namespace {

Index pieces(const VolumeMesh& mesh) { return face_components(face_neighbours(mesh.tetrahedra)).count; }

// The elements of a mesh with their centre where a predicate holds.
template <typename Predicate>
VolumeMesh part_of(VolumeMesh mesh, Predicate&& keep) {
  const VolumeMesh whole = mesh;
  Index t = 0;
  std::erase_if(mesh.tetrahedra, [&](const Tetrahedron&) {
    const auto [a, b, c, d] = whole.corners(t++);
    return !keep(0.25 * (a + b + c + d));
  });
  drop_unused_nodes(mesh);
  return mesh;
}

TEST(Crumbs, of_a_broken_limb_the_smaller_piece_goes) {
  const SurfaceMesh torus = test::torus(40, 16);
  const SignedDistance solid(torus);
  VolumeMesh broken = part_of(tetrahedralize(torus, solid, 4000), [](const Vec3& p) {
    return p.y < 0 || std::abs(p.x) > 1.2 ? true : std::abs(p.x) < 0.15;
  });
  ASSERT_EQ(pieces(broken), 2);
  const Index before = broken.tetrahedron_count();
  const Index gone = drop_crumbs(broken, torus, solid.tree());
  EXPECT_GT(gone, 0);
  EXPECT_EQ(broken.tetrahedron_count(), before - gone);
  EXPECT_LT(gone, before / 4);
  EXPECT_EQ(pieces(broken), 1);
  test::expect_sound(broken);
}

TEST(Crumbs, a_large_piece_stays) {
  const SurfaceMesh torus = test::torus(40, 16);
  const SignedDistance solid(torus);
  VolumeMesh halves =
      part_of(tetrahedralize(torus, solid, 4000), [](const Vec3& p) { return std::abs(p.x) > 0.3; });
  ASSERT_EQ(pieces(halves), 2);
  EXPECT_EQ(drop_crumbs(halves, torus, solid.tree()), 0);
}

TEST(Crumbs, every_part_of_a_surface_keeps_its_piece_however_small) {
  const SurfaceMesh two = test::joined(test::sphere(24), test::sphere(16, 0.2, {3, 0, 0}));
  const SignedDistance solid(two);
  VolumeMesh mesh = tetrahedralize(two, solid, 5000);
  EXPECT_EQ(pieces(mesh), 2);
  EXPECT_EQ(drop_crumbs(mesh, two, solid.tree()), 0);
}

TEST(Crumbs, voxels_of_a_broken_limb_go_and_those_of_another_part_stay) {
  const SurfaceMesh two = test::joined(test::sphere(24), test::sphere(16, 0.2, {3, 0, 0}));
  const SignedDistance solid(two);
  VoxelGrid grid = voxelize(two, solid, voxel_frame(solid.box(), 40));
  const VoxelGrid whole = grid;
  EXPECT_EQ(drop_crumbs(grid, two, solid.tree()), 0);
  EXPECT_EQ(grid.inside, whole.inside);
  // Part the large sphere just below its top.
  const auto& [nx, ny, nz] = grid.frame.counts;
  Index above = 0;
  for (Index k = 0; k < nz; ++k)
    for (Index j = 0; j < ny; ++j)
      for (Index i = 0; i < nx; ++i) {
        const double y = grid.frame.point(i, j, k).y;
        std::uint8_t& inside = grid.inside[grid.frame.index(i, j, k)];
        if (y > 0.7 && y <= 0.7 + grid.frame.spacing) inside = 0;
        if (y > 0.7 + grid.frame.spacing) above += inside;
      }
  ASSERT_GT(above, 0);
  EXPECT_EQ(drop_crumbs(grid, two, solid.tree()), above);
}

}  // namespace
}  // namespace sinew
