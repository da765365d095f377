#include "collision/contours.h"

#include <gtest/gtest.h>

#include "collision/inner_vertices.h"
#include "collision/moving_surfaces.h"

namespace sinew {
namespace {

struct Crossed {
  std::vector<TrianglePair> pairs;
  std::vector<Piercing> piercings;
};

Crossed cross(const SurfaceMesh& a, const SurfaceMesh& b, bool is_open = false) {
  const std::array<SurfaceState, 2> states = {{{a.triangles, a.positions}, {b.triangles, b.positions}}};
  Crossed crossed;
  for (const Crossing& one : crossing_pairs(states))
    if (one.surface[0] != one.surface[1]) crossed.pairs.push_back({one.triangle[0], one.triangle[1]});
  crossed.piercings = find_piercings(states[0], states[1], crossed.pairs, is_open);
  return crossed;
}

SurfaceMesh box(const Vec3& lower, const Vec3& upper) {
  SurfaceMesh mesh = test::cube();
  for (Vec3& p : mesh.positions)
    for (int k = 0; k < 3; ++k) p[k] = lower[k] + p[k] * (upper[k] - lower[k]);
  return mesh;
}

SurfaceMesh moved(SurfaceMesh mesh, const Vec3& by) {
  mesh.positions = test::moved(mesh.positions, by);
  return mesh;
}

TEST(Contours, a_ball_that_dips_into_another_comes_out_along_the_line_of_their_centres) {
  const SurfaceMesh ball = test::sphere(24);
  const Vec3 way = normalized(Vec3{0.3, 1, 0.2});
  const Crossed crossed = cross(moved(ball, 1.8 * way), ball);
  ASSERT_GT(crossed.piercings.size(), 20U);
  for (const Piercing& one : crossed.piercings) {
    EXPECT_GT(dot(one.out, one.side == 0 ? way : -way), 0.99);
    EXPECT_GT(one.depth, 0);
    EXPECT_LT(one.depth, 0.25);
  }
}

// Every piercing of a contour points the same way, though the triangles that are pierced look to all sides.
TEST(Contours, a_thin_bar_through_the_corner_of_a_box_has_one_way_out_per_contour) {
  const SurfaceMesh block = box({0, 0, 0}, {1, 1, 1}), bar = box({-0.2, 0.9, 0.4}, {1.2, 1.5, 0.6});
  const Crossed crossed = cross(bar, block);
  ASSERT_FALSE(crossed.piercings.empty());
  for (const Piercing& one : crossed.piercings) EXPECT_NEAR(one.side == 0 ? one.out.y : -one.out.y, 1, 1e-6);
}

TEST(Contours, the_inside_of_a_contour_is_what_is_inside_of_the_other_surface) {
  const SurfaceMesh ball = test::sphere(24), other = moved(ball, {0.13, 1.1, 0.1});
  const Crossed crossed = cross(ball, other);
  std::vector<Index> triangles;
  for (const TrianglePair& pair : crossed.pairs) triangles.push_back(pair.a);
  const std::vector<char> marks =
      inner_vertices({ball.triangles, ball.positions}, triangles, crossed.piercings, 0, false);
  for (Index v = 0; v < ball.vertex_count(); ++v) {
    const double inside = 1 - distance(ball.positions[v], {0.13, 1.1, 0.1});
    if (std::abs(inside) < 0.35 && inside < 0.02) continue;  // at the contour
    EXPECT_EQ(marks[v] != 0, inside > 0) << v;
  }
}

TEST(Contours, of_a_sheet_the_shorter_part_goes_back) {
  const SurfaceMesh sheet{{{-2, 0, -2}, {2, 0, -2}, {0, 0, 2}}, {{0, 1, 2}}};
  const SurfaceMesh blade{{{0, -0.1, 0}, {-0.5, 1, 0}, {0.5, 1, 0}}, {{0, 1, 2}}};
  const Crossed crossed = cross(blade, sheet, true);
  ASSERT_EQ(crossed.piercings.size(), 2U);
  for (const Piercing& one : crossed.piercings) {
    EXPECT_EQ(one.inner, 0);
    EXPECT_NEAR(one.out.y, 1, 1e-12);
    EXPECT_NEAR(one.depth, 0.1, 1e-12);
  }
}

}  // namespace
}  // namespace sinew
