#include "sinew/meshing/tetrahedra.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/parallel.h"
#include "mesh/test_surfaces.h"
#include "mesh/tetrahedron_locator.h"
#include "meshing/containing_mesh.h"
#include "meshing/mesh_checks.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

TEST(Tetrahedralize, meets_the_number_asked_for_within_a_quarter) {
  for (const SurfaceMesh& surface : {test::torus(40, 16), test::cube()}) {
    const SignedDistance solid(surface);
    for (const Index target : {60, 500, 5000}) {
      const VolumeMesh mesh = tetrahedralize(surface, solid, target);
      EXPECT_NEAR(mesh.tetrahedron_count(), target, 0.25 * target);
      test::expect_sound(mesh);
    }
  }
}

TEST(Tetrahedralize, fills_the_solid) {
  const SurfaceMesh torus = test::torus(60, 24);
  const VolumeMesh mesh = tetrahedralize(torus, SignedDistance(torus), 20'000);
  EXPECT_NEAR(total_volume(mesh), signed_volume(torus), 0.01 * signed_volume(torus));
}

TEST(Tetrahedralize, closes_a_surface_with_holes) {
  SurfaceMesh ball = test::sphere(40);
  const double volume = signed_volume(ball);
  std::erase_if(ball.triangles, [&](const Triangle& t) { return ball.positions[t[0]].z > 0.9; });
  const VolumeMesh mesh = tetrahedralize(ball, SignedDistance(ball), 3000);
  test::expect_sound(mesh);
  EXPECT_NEAR(total_volume(mesh), volume, 0.06 * volume);
}

TEST(Tetrahedralize, refuses_too_few_elements_and_surfaces_without_extent) {
  auto attempt = [](const SurfaceMesh& surface, Index target) {
    return tetrahedralize(surface, SignedDistance(surface), target);
  };
  EXPECT_THROW(attempt(test::cube(), 5), Error);
  EXPECT_THROW(attempt(SurfaceMesh{}, 100), Error);
  EXPECT_THROW(attempt(SurfaceMesh{{{1, 1, 1}}, {{0, 0, 0}}}, 100), Error);
}

TEST(ContainingMesh, holds_every_vertex_with_good_angles) {
  for (const SurfaceMesh& surface : {test::torus(40, 16), test::cube(), test::sphere(24, 1, {100, 0, 0})}) {
    const SignedDistance solid(surface);
    for (const Index target : {100, 1000, 6000}) {
      const VolumeMesh mesh = containing_mesh(surface, solid, target);
      test::expect_sound(mesh);
      EXPECT_EQ(count_outside(mesh, surface.positions), 0);
      EXPECT_NEAR(mesh.tetrahedron_count(), target, 0.25 * target);
      EXPECT_GT(test::dihedral_range(mesh).least, 8);
      EXPECT_LT(test::dihedral_range(mesh).most, 165);
    }
  }
}

TEST(ContainingMesh, does_not_cut_into_large_triangles) {
  // The cube has vertices at its corners alone; the mesh must hold its faces too.
  const SurfaceMesh cube = test::cube();
  const VolumeMesh mesh = containing_mesh(cube, SignedDistance(cube), 5000);
  EXPECT_GE(total_volume(mesh), 0.995);
  EXPECT_LT(total_volume(mesh), 1.15);
}

TEST(ContainingMesh, holds_loose_triangles_too) {
  SurfaceMesh surface = test::sphere(20);
  append(surface, SurfaceMesh{{{2, 0, 0}, {2.5, 0, 0}, {2.2, 0.4, 0.1}}, {{0, 1, 2}}});
  const VolumeMesh mesh = containing_mesh(surface, SignedDistance(surface), 3000);
  test::expect_sound(mesh);
  EXPECT_EQ(count_outside(mesh, surface.positions), 0);
}

TEST(Hierarchy, levels_fall_by_four_hold_the_surface_and_are_not_nested) {
  const SurfaceMesh torus = test::torus(40, 16);
  HierarchyParams params;
  params.levels = 4;
  const MeshHierarchy hierarchy = build_hierarchy(torus, SignedDistance(torus), params);
  ASSERT_EQ(hierarchy.levels.size(), 4U);
  for (int level = 0; level < 4; ++level) {
    EXPECT_EQ(hierarchy.reports[level].vertices_outside, 0);
    EXPECT_EQ(hierarchy.reports[level].pieces, 1);
    if (level == 0) continue;
    const double ratio =
        hierarchy.reports[level - 1].tetrahedra / static_cast<double>(hierarchy.reports[level].tetrahedra);
    EXPECT_NEAR(ratio, 4, 1.3);
    EXPECT_GT(hierarchy.reports[level].volume, 0.98 * hierarchy.reports[level - 1].volume);
    // No node of the coarse mesh is a node of the fine one.
    for (const Vec3& p : hierarchy.levels[level].positions)
      EXPECT_EQ(std::count(hierarchy.levels[level - 1].positions.begin(),
                           hierarchy.levels[level - 1].positions.end(), p),
                0);
  }
  EXPECT_NEAR(hierarchy.reports[3].tetrahedra, 100, 25);
}

TEST(Hierarchy, takes_a_mesh_of_the_users_own_as_any_level) {
  const SurfaceMesh torus = test::torus(30, 12);
  const SignedDistance solid(torus);
  HierarchyParams params;
  params.levels = 3;
  params.given[1] = containing_mesh(torus, solid, 500, 9);
  const MeshHierarchy hierarchy = build_hierarchy(torus, solid, params);
  EXPECT_TRUE(hierarchy.reports[1].given);
  EXPECT_EQ(hierarchy.levels[1].tetrahedra, params.given[1].tetrahedra);
  EXPECT_FALSE(hierarchy.reports[0].given);

  params.given[7] = params.given[1];
  EXPECT_THROW(build_hierarchy(torus, solid, params), Error);
  params.given = {{0, VolumeMesh{}}};
  EXPECT_THROW(build_hierarchy(torus, solid, params), Error);
  params.levels = 0;
  EXPECT_THROW(build_hierarchy(torus, solid, params), Error);
}

TEST(Hierarchy, has_the_same_bits_for_1_2_and_4_threads) {
  const SurfaceMesh torus = test::torus(24, 12);
  const SignedDistance solid(torus);
  HierarchyParams params;
  params.levels = 3;
  set_thread_count(1);
  const MeshHierarchy expected = build_hierarchy(torus, solid, params);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    const MeshHierarchy hierarchy = build_hierarchy(torus, solid, params);
    for (int level = 0; level < params.levels; ++level) {
      EXPECT_EQ(hierarchy.levels[level].positions, expected.levels[level].positions);
      EXPECT_EQ(hierarchy.levels[level].tetrahedra, expected.levels[level].tetrahedra);
    }
  }
  set_thread_count(0);
}

TEST(Hierarchy, sizes_run_geometrically_between_finest_and_coarsest) {
  HierarchyParams params;
  params.levels = 3;
  EXPECT_THAT(level_targets(params), ::testing::ElementsAre(1600, 400, 100));
  params.finest = 40'000;
  EXPECT_THAT(level_targets(params), ::testing::ElementsAre(40'000, 2000, 100));
  params.levels = 1;
  EXPECT_THAT(level_targets(params), ::testing::ElementsAre(40'000));
}

}  // namespace
}  // namespace sinew
