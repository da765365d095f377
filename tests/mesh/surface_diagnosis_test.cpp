#include "mesh/surface_diagnosis.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "mesh/patches.h"
#include "mesh/test_surfaces.h"

namespace sinew {
namespace {

TEST(SurfaceDiagnosis, a_sphere_is_closed_manifold_and_of_genus_zero) {
  const SurfaceDiagnosis d = diagnose(test::sphere(32));
  EXPECT_TRUE(d.topology.closed && d.topology.manifold() && d.topology.oriented());
  EXPECT_EQ(d.topology.genus, 0);
  EXPECT_EQ(d.topology.euler_characteristic, 2);
  EXPECT_EQ(d.topology.components, 1);
  EXPECT_EQ(d.self_intersecting_pairs, 0);
  EXPECT_EQ(d.unused_vertices + d.duplicate_vertices + d.degenerate_triangles + d.duplicate_triangles, 0);
  EXPECT_NEAR(d.volume, 4 * std::numbers::pi / 3, 0.1);
  EXPECT_NEAR(d.area, 4 * std::numbers::pi, 0.15);
  EXPECT_EQ(d.box.lower.z, -1);
}

TEST(SurfaceDiagnosis, handles_add_up_over_components) {
  SurfaceMesh mesh = test::torus(24, 12);
  EXPECT_EQ(surface_topology(mesh.triangles).genus, 1);
  append(mesh, test::sphere(8, 0.5, {9, 0, 0}));
  append(mesh, test::torus(8, 5, 1, .3));
  const SurfaceTopology topology = surface_topology(mesh.triangles);
  EXPECT_EQ(topology.components, 3);
  EXPECT_EQ(topology.genus, 2);
  EXPECT_EQ(topology.euler_characteristic, 2);
}

TEST(SurfaceDiagnosis, a_cube_without_a_face_has_one_loop_of_four_open_edges) {
  SurfaceMesh mesh = test::cube();
  mesh.triangles.resize(10);
  const SurfaceTopology topology = surface_topology(mesh.triangles);
  EXPECT_FALSE(topology.closed);
  EXPECT_TRUE(topology.manifold());
  EXPECT_EQ(topology.open_edges, 4);
  EXPECT_EQ(topology.boundary_loops, 1);
  EXPECT_EQ(topology.genus, std::nullopt);
  EXPECT_EQ(topology.euler_characteristic, 1);
}

TEST(SurfaceDiagnosis, a_flipped_triangle_has_three_opposed_edges) {
  SurfaceMesh mesh = test::sphere(12);
  std::swap(mesh.triangles[20][0], mesh.triangles[20][1]);
  const SurfaceTopology topology = surface_topology(mesh.triangles);
  EXPECT_EQ(topology.opposed_edges, 3);
  EXPECT_FALSE(topology.oriented());
  EXPECT_TRUE(topology.closed && topology.manifold());
  EXPECT_EQ(topology.genus, 0);
}

TEST(SurfaceDiagnosis, a_moebius_strip_has_one_loop_and_one_side) {
  const SurfaceMesh mesh = test::moebius_strip(20);
  const SurfaceTopology topology = surface_topology(mesh.triangles);
  EXPECT_TRUE(topology.manifold());
  EXPECT_FALSE(topology.oriented());
  EXPECT_EQ(topology.boundary_loops, 1);
  EXPECT_EQ(topology.open_edges, 40);
  EXPECT_EQ(topology.euler_characteristic, 0);
  EXPECT_FALSE(find_patches(mesh.triangles, EdgeTable(mesh.triangles)).patches[0].orientable);
}

TEST(SurfaceDiagnosis, a_klein_bottle_is_closed_but_has_no_genus) {
  // A torus grid whose ring closes with the tube mirrored.
  constexpr Index n = 8, m = 6;
  auto at = [&](Index i, Index j) { return i < n ? i * m + j % m : (2 * m - j) % m; };
  std::vector<Triangle> triangles;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) {
      triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  const SurfaceTopology topology = surface_topology(triangles);
  EXPECT_TRUE(topology.closed && topology.manifold());
  EXPECT_EQ(topology.euler_characteristic, 0);
  EXPECT_EQ(topology.genus, std::nullopt);
}

TEST(SurfaceDiagnosis, two_tetrahedra_at_a_vertex_share_a_non_manifold_vertex) {
  const std::vector<Triangle> triangles{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2},
                                        {0, 5, 4}, {0, 4, 6}, {4, 5, 6}, {0, 6, 5}};
  const SurfaceTopology topology = surface_topology(triangles);
  EXPECT_TRUE(topology.closed && topology.edge_manifold());
  EXPECT_EQ(topology.nonmanifold_vertices, 1);
  EXPECT_EQ(topology.components, 1);
  EXPECT_EQ(topology.genus, std::nullopt);
}

TEST(SurfaceDiagnosis, two_tetrahedra_at_an_edge_share_a_non_manifold_edge) {
  const std::vector<Triangle> triangles{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2},
                                        {0, 1, 4}, {0, 5, 1}, {1, 5, 4}, {0, 4, 5}};
  const SurfaceTopology topology = surface_topology(triangles);
  EXPECT_TRUE(topology.closed);
  EXPECT_EQ(topology.nonmanifold_edges, 1);
  EXPECT_EQ(topology.nonmanifold_vertices, 0);
  EXPECT_EQ(topology.open_edges, 0);
}

TEST(SurfaceDiagnosis, an_unwelded_soup_is_open_as_stored_and_closed_after_a_weld) {
  const SurfaceMesh mesh = test::torus(10, 8);
  const SurfaceDiagnosis d = diagnose(test::soup(mesh));
  EXPECT_EQ(d.topology.open_edges, 480);
  EXPECT_EQ(d.topology.components, 160);
  EXPECT_EQ(d.duplicate_vertices, 480 - 80);
  EXPECT_EQ(d.welded_topology, surface_topology(mesh.triangles));
  EXPECT_EQ(d.self_intersecting_pairs, 0);
}

TEST(SurfaceDiagnosis, duplicates_and_degenerate_triangles_are_counted) {
  SurfaceMesh mesh = test::cube();
  mesh.positions.push_back({0.5, 0.5, 0.5});
  mesh.positions.push_back({0, -0.0, 0});
  mesh.positions.push_back({2, 0, 0});
  mesh.triangles.push_back({0, 3, 2});   // a face again, turned over
  mesh.triangles.push_back({1, 1, 5});   // a repeated corner
  mesh.triangles.push_back({0, 1, 10});  // on one line
  const SurfaceDiagnosis d = diagnose(mesh);
  EXPECT_EQ(d.duplicate_triangles, 1);
  EXPECT_EQ(d.degenerate_triangles, 2);
  EXPECT_EQ(d.unused_vertices, 2);
  EXPECT_EQ(d.duplicate_vertices, 1);
  EXPECT_EQ(d.topology.triangles, 14);
  EXPECT_EQ(d.box.upper.x, 2);
}

TEST(SurfaceDiagnosis, overlapping_cubes_cross_along_their_common_outline) {
  const SurfaceDiagnosis apart = diagnose(test::joined(test::cube(), test::cube(1, {2, 0, 0})));
  EXPECT_EQ(apart.self_intersecting_pairs, 0);
  const SurfaceDiagnosis crossing = diagnose(test::joined(test::cube(), test::cube(1, {.3, .4, .55})));
  EXPECT_GT(crossing.self_intersecting_pairs, 6);
  EXPECT_TRUE(crossing.topology.closed && crossing.topology.manifold());
}

TEST(SurfaceDiagnosis, the_report_is_the_same_for_1_2_and_4_threads) {
  const SurfaceMesh mesh = test::joined(test::torus(60, 30), test::sphere(40, 1.5));
  set_thread_count(1);
  const SurfaceDiagnosis one = diagnose(mesh);
  EXPECT_GT(one.self_intersecting_pairs, 50);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    EXPECT_EQ(diagnose(mesh), one);
  }
  set_thread_count(0);
}

TEST(SurfaceDiagnosis, an_empty_surface_is_neither_closed_nor_broken) {
  const SurfaceDiagnosis d = diagnose({});
  EXPECT_FALSE(d.topology.closed);
  EXPECT_EQ(d.topology.components, 0);
  EXPECT_EQ(d.area, 0);
}

}  // namespace
}  // namespace sinew
