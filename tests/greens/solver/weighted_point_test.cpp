#include "greens/solver/weighted_point.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error_of.h"
#include "greens/solver/held_box.h"

namespace sinew {
namespace {

using test::held_box;
using testing::HasSubstr;

double weight_sum(const WeightedPoint& point) {
  double sum = 0;
  for (int k = 0; k < point.count; ++k) sum += point.weight[k];
  return sum;
}

Vec3 place(const WeightedPoint& point) {
  Vec3 sum;
  for (int k = 0; k < point.count; ++k)
    sum += point.weight[k] * held_box().problem.surface.positions[held_box().free[point.vertex[k]]];
  return sum;
}

TEST(WeightedPoint, a_point_in_a_triangle_is_where_its_coordinates_say) {
  const WeightedPoints points(held_box().problem);
  const SurfaceMesh& surface = held_box().problem.surface;
  for (Index t = 0; t < surface.triangle_count(); t += 7) {
    const auto [a, b, c] = surface.corners(t);
    if (std::min({a.y, b.y, c.y}) < 1e-9) continue;
    const WeightedPoint point = points.in_triangle(t, {0.5, 0.2, 0.3});
    EXPECT_LT(distance(place(point), 0.5 * a + 0.2 * b + 0.3 * c), 1e-14);
  }
}

TEST(WeightedPoint, held_corners_keep_their_share_of_the_weight) {
  const WeightedPoints points(held_box().problem);
  const SurfaceMesh& surface = held_box().problem.surface;
  for (Index t = 0; t < surface.triangle_count(); ++t) {
    double free = 0;
    for (const Index corner : surface.triangles[t]) free += held_box().problem.held[corner] ? 0 : 1.0 / 3;
    EXPECT_NEAR(weight_sum(points.in_triangle(t, {1.0 / 3, 1.0 / 3, 1.0 / 3})), free, 1e-15);
  }
}

TEST(WeightedPoint, patches_sum_to_one_and_move_without_a_jump) {
  const WeightedPoints points(held_box().problem);
  const SurfaceMesh& surface = held_box().problem.surface;
  for (Index t = 0; t < surface.triangle_count(); t += 5)
    for (const int rings : {1, 2}) {
      const auto [a, b, c] = surface.corners(t);
      if (std::max({a.y, b.y, c.y}) < 1e-9) continue;
      EXPECT_NEAR(weight_sum(points.patch(t, {0.2, 0.2, 0.6}, rings)), 1, 1e-14);
    }
  // Two triangles of one edge give the same patch on it.
  const SurfaceMesh& s = surface;
  for (Index t = 0; t < s.triangle_count(); ++t)
    for (Index u = 0; u < t; ++u)
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          const Index a = s.triangles[t][i], b = s.triangles[t][(i + 1) % 3];
          if (s.triangles[u][(j + 1) % 3] != a || s.triangles[u][j] != b || s.positions[a].y < 0.3) continue;
          Vec3 first, second;
          first[i] = 0.3, first[(i + 1) % 3] = 0.7, second[(j + 1) % 3] = 0.3, second[j] = 0.7;
          EXPECT_LT(distance(place(points.patch(t, first, 2)), place(points.patch(u, second, 2))), 1e-14);
        }
}

TEST(WeightedPoint, invalid_places_are_refused) {
  const WeightedPoints points(held_box().problem);
  EXPECT_EQ(error_of([&] {
              points.in_triangle(5000, {1, 0, 0});
            }),
            "triangle 5000: the surface has no such triangle");
  EXPECT_THAT(error_of([&] { points.in_triangle(3, {1, 0.5, -0.5}); }), HasSubstr("outside of the triangle"));
  EXPECT_THAT(error_of([&] { points.in_triangle(3, {NAN, 0, 0}); }), HasSubstr("outside of the triangle"));
  EXPECT_THAT(error_of([&] { points.patch(3, {1, 0, 0}, 3); }), HasSubstr("one or two rings"));
}

}  // namespace
}  // namespace sinew
