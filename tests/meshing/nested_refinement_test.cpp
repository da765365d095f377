#include "sinew/meshing/tetrahedra.h"

#include <gtest/gtest.h>

#include "mesh/test_surfaces.h"
#include "mesh/tetrahedron_locator.h"
#include "meshing/mesh_checks.h"
#include "sinew/base/error.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {
namespace {

VolumeMesh coarse_torus() {
  const SurfaceMesh torus = test::torus(30, 12);
  return tetrahedralize(torus, SignedDistance(torus), 300);
}

TEST(NestedRefinement, makes_eight_of_each_and_keeps_the_volume) {
  const VolumeMesh coarse = coarse_torus();
  const VolumeMesh fine = refine_nested(coarse);
  EXPECT_EQ(fine.tetrahedron_count(), 8 * coarse.tetrahedron_count());
  test::expect_sound(fine);
  EXPECT_TRUE(std::equal(coarse.positions.begin(), coarse.positions.end(), fine.positions.begin()));
  for (Index t = 0; t < coarse.tetrahedron_count(); ++t)
    for (Index c = 0; c < 8; ++c) {
      // Every child has an eighth of its parent and lies in it.
      EXPECT_NEAR(tetrahedron_volume(fine, 8 * t + c), tetrahedron_volume(coarse, t) / 8, 1e-12);
      const auto [p, q, r, s] = fine.corners(8 * t + c);
      for (const double w : barycentric(coarse.corners(t), 0.25 * (p + q + r + s))) EXPECT_GT(w, 0);
    }
}

TEST(NestedRefinement, repeated_refinement_does_not_wear_the_shapes_down) {
  VolumeMesh mesh = coarse_torus();
  const VolumeMesh once = refine_nested(mesh);
  const double least = test::dihedral_range(once).least;
  EXPECT_GT(test::dihedral_range(refine_nested(once)).least, 0.99 * least);
}

TEST(NestedRefinement, fields_come_along) {
  VolumeMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2, 3}}, {}, {}, {}};
  mesh.node_fields.push_back({"height", 1, {0, 0, 0, 1}});
  mesh.element_fields.push_back({"tag", 2, {7, 8}});
  const VolumeMesh fine = refine_nested(mesh);
  ASSERT_EQ(fine.node_count(), 10);
  for (Index v = 0; v < 10; ++v) EXPECT_EQ(fine.node_fields[0].values[v], fine.positions[v].z);
  ASSERT_EQ(fine.element_fields[0].values.size(), 16U);
  for (int c = 0; c < 8; ++c) EXPECT_EQ(fine.element_fields[0].values[2 * c + 1], 8);
}

TEST(NestedRefinement, refuses_hexahedra) {
  VolumeMesh mesh;
  mesh.positions.resize(8);
  mesh.hexahedra.push_back({0, 1, 2, 3, 4, 5, 6, 7});
  EXPECT_THROW(refine_nested(mesh), Error);
}

}  // namespace
}  // namespace sinew
