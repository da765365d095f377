#include "remeshing/collapse_mesh.h"

#include <gtest/gtest.h>

#include "remesh_shapes.h"
#include "remeshing/ring_chart.h"

namespace sinew {
namespace {

TEST(CollapseMesh, a_tetrahedron_has_no_edge_to_spare) {
  const CollapseMesh mesh(
      {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}});
  for (Index u = 0; u < 4; ++u)
    for (Index v = 0; v < 4; ++v) EXPECT_FALSE(u != v && mesh.can_collapse(u, v));
}

TEST(CollapseMesh, an_edge_of_a_ring_of_three_round_a_neck_stays) {
  // A tube of triangles round the z axis: the three vertices of a ring are joined but span no face.
  const SurfaceMesh thin = torus(12, 3);
  CollapseMesh mesh(thin);
  EXPECT_FALSE(mesh.can_collapse(0, 1));
  EXPECT_TRUE(mesh.can_collapse(0, 3));
}

TEST(CollapseMesh, an_inner_edge_between_boundary_vertices_stays) {
  const CollapseMesh two({{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}});
  EXPECT_FALSE(two.can_collapse(0, 2));
  EXPECT_TRUE(two.can_collapse(0, 1));
  const CollapseMesh one({{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}, {{0, 1, 2}}});
  EXPECT_FALSE(one.can_collapse(0, 1));
}

TEST(CollapseMesh, knows_boundary_and_non_manifold_vertices) {
  SurfaceMesh bow_tie{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-1, 0, 0}, {-1, -1, 0}}, {{0, 1, 2}, {0, 3, 4}}};
  const CollapseMesh mesh(bow_tie);
  EXPECT_TRUE(mesh.is_fixed(0));
  EXPECT_EQ(mesh.fixed_count(), 1);
  EXPECT_TRUE(mesh.is_boundary(1));
  const CollapseMesh closed(octahedron());
  EXPECT_EQ(closed.fixed_count(), 0);
  EXPECT_FALSE(closed.is_boundary(0));
}

TEST(CollapseMesh, flipping_an_edge_twice_restores_the_surface) {
  const SurfaceMesh before = sphere(1);
  CollapseMesh mesh(before);
  const Index u = before.triangles[3][0], v = before.triangles[3][1];
  std::array<Index, 2> sides;
  ASSERT_EQ(mesh.edge_triangles(u, v, sides), 2);
  const Hinge h = hinge_of(mesh, sides, u, v);
  ASSERT_TRUE(mesh.can_flip(u, v));
  mesh.flip(u, v);
  EXPECT_EQ(topology(mesh.extract()), topology(before));
  EXPECT_FALSE(mesh.has_edge(u, v));
  ASSERT_TRUE(mesh.can_flip(h.a, h.b));
  mesh.flip(h.a, h.b);
  EXPECT_TRUE(mesh.has_edge(u, v));
  EXPECT_NEAR(signed_volume(mesh.extract()), signed_volume(before), 1e-14);
}

double covered_area(const Chart& chart, const std::vector<Chart::Face>& faces) {
  double area = 0;
  for (const auto& face : faces) {
    const Vec2 a = chart.points[face.corner[0]], b = chart.points[face.corner[1]];
    area += cross(b - a, chart.points[face.corner[2]] - a) / 2;
  }
  return area;
}

TEST(RingChart, both_triangulations_cover_the_same_polygon) {
  const CollapseMesh mesh(limbed_ball(2));
  Chart chart;
  std::vector<Index> ring;
  Index sound = 0;
  for (Index v = 0; v < mesh.vertex_count(); ++v) {
    mesh.neighbours(v, ring);
    for (const Index u : ring) {
      if (!mesh.can_collapse(v, u) || chart_of_collapse(mesh, v, u, chart) <= 0) continue;
      ++sound;
      EXPECT_EQ(chart.after.size() + 2, chart.before.size());
      EXPECT_NEAR(covered_area(chart, chart.after) / covered_area(chart, chart.before), 1, 1e-12);
    }
  }
  EXPECT_GT(sound, mesh.vertex_count());
}

TEST(RingChart, a_hinge_unfolds_without_changing_its_area) {
  const SurfaceMesh surface = sphere(1);
  const CollapseMesh mesh(surface);
  Chart chart;
  const Index u = surface.triangles[0][0], v = surface.triangles[0][1];
  ASSERT_GT(chart_of_flip(mesh, u, v, chart), 0);
  double area = 0;
  for (const auto& face : chart.before) area += norm(surface.area_vector(face.triangle)) / 2;
  EXPECT_NEAR(covered_area(chart, chart.before), area, 1e-14);
  EXPECT_NEAR(covered_area(chart, chart.after), area, 1e-14);
}

}  // namespace
}  // namespace sinew
