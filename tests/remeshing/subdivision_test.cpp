#include "remeshing/subdivision.h"

#include <gtest/gtest.h>

#include "remesh_shapes.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

TEST(Subdivision, children_follow_their_parent_and_keep_its_side) {
  const SurfaceMesh mesh = icosahedron(), fine = subdivide_midpoint(mesh);
  ASSERT_EQ(fine.triangle_count(), 80);
  ASSERT_EQ(fine.vertex_count(), 42);
  for (Index t = 0; t < 20; ++t)
    for (Index k = 0; k < 4; ++k) {
      const Vec3 parent = mesh.area_vector(t), child = fine.area_vector(4 * t + k);
      EXPECT_NEAR(norm(parent - 4.0 * child), 0, 1e-12);
      if (k < 3) {
        EXPECT_EQ(fine.triangles[4 * t + k][k], mesh.triangles[t][k]);
      }
    }
}

TEST(Subdivision, each_edge_gets_one_vertex_however_many_triangles_share_it) {
  const std::vector<Triangle> fan{{0, 1, 2}, {1, 0, 3}, {0, 1, 4}};
  const SubdivisionStep step = subdivide(fan, 5);
  EXPECT_EQ(step.parents.size(), 7u);
  EXPECT_EQ(step.parents[0], (std::array<Index, 2>{0, 1}));
  EXPECT_THROW(subdivide(std::vector<Triangle>{{0, 0, 1}}, 2), Error);
}

TEST(Subdivision, midpoints_change_neither_area_nor_volume) {
  const SurfaceMesh mesh = limbed_ball(2), fine = subdivide_midpoint(mesh);
  EXPECT_NEAR(surface_area(fine), surface_area(mesh), 1e-12 * surface_area(mesh));
  EXPECT_NEAR(signed_volume(fine), signed_volume(mesh), 1e-12 * signed_volume(mesh));
}

TEST(LoopSubdivision, a_regular_vertex_weighs_ten_sixteenths_and_its_neighbours_one) {
  EXPECT_NEAR(loop_neighbour_weight(6), 1.0 / 16, 1e-15);
  EXPECT_NEAR(loop_neighbour_weight(3), 3.0 / 16, 1e-15);
}

TEST(LoopSubdivision, weights_sum_to_one_so_affine_maps_commute) {
  const auto map = [](const Vec3& p) {
    return Vec3{1 + 2 * p.x - p.y, 0.5 * p.y + p.z - 3, p.x + p.y + 4 * p.z};
  };
  SurfaceMesh mapped = limbed_ball(2);
  for (const Triangle& drop : {mapped.triangles[3], mapped.triangles[77]}) std::erase(mapped.triangles, drop);
  SurfaceMesh first = subdivide_loop(mapped);
  for (Vec3& p : mapped.positions) p = map(p);
  const SurfaceMesh second = subdivide_loop(mapped);
  for (Index v = 0; v < first.vertex_count(); ++v)
    EXPECT_NEAR(distance(map(first.positions[v]), second.positions[v]), 0, 1e-12);
}

TEST(LoopSubdivision, a_regular_plane_patch_reproduces_linear_positions_inside) {
  const SurfaceMesh fine = subdivide_loop(square(6)), flat = subdivide_midpoint(square(6));
  for (Index v = 0; v < fine.vertex_count(); ++v) {
    const Vec3 p = flat.positions[v];
    const bool inside = p.x > 0.01 && p.x < 0.99 && p.y > 0.01 && p.y < 0.99;
    if (inside) {
      EXPECT_NEAR(distance(fine.positions[v], p), 0, 1e-14);
    }
    EXPECT_EQ(fine.positions[v].z, 0);
  }
}

TEST(LoopSubdivision, boundary_follows_the_cubic_spline_whatever_lies_inside) {
  SurfaceMesh bent = square(4);
  for (Vec3& p : bent.positions) {
    const bool inside = p.x > 0.01 && p.x < 0.99 && p.y > 0.01 && p.y < 0.99;
    if (inside) p.z = 5;
  }
  const SurfaceMesh fine = subdivide_loop(bent);
  // Vertices 0 .. 4 are the edge y = 0.
  EXPECT_NEAR(fine.positions[2].x, 0.5, 1e-15);
  EXPECT_EQ(fine.positions[2].z, 0);
  EXPECT_NEAR(fine.positions[0].x, 0.125 * 0.25, 1e-15);
  EXPECT_NEAR(fine.positions[0].y, 0.125 * 0.25, 1e-15);
}

TEST(LoopSubdivision, icosahedron_vertices_go_to_their_known_limit) {
  // Limit of a vertex of valence n: (p + c sum of neighbours) / (1 + n c), c = 8 beta / 3.
  SurfaceMesh mesh = icosahedron();
  const double c = 8.0 / 3 * loop_neighbour_weight(5);
  const double along = 1 / std::sqrt(5.0);  // of each neighbour on the vertex's axis
  const double limit = (1 + 5 * c * along) / (1 + 5 * c);
  for (int i = 0; i < 6; ++i) mesh = subdivide_loop(mesh);
  for (Index v = 0; v < 12; ++v) EXPECT_NEAR(norm(mesh.positions[v]), limit, 1e-4);
  EXPECT_EQ(topology(mesh), (Topology{2, 0, 0}));
}

}  // namespace
}  // namespace sinew
