#include "collision/closest_points.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace sinew {
namespace {

using Kind = FeaturePair::Kind;
using Points = std::array<Vec3, 4>;

// The least value of a convex function on [0, 1].
template <typename F>
double least(F&& f) {
  double lower = 0, upper = 1;
  for (int i = 0; i < 90; ++i) {
    const double s = lower + (upper - lower) / 3, t = upper - (upper - lower) / 3;
    (f(s) <= f(t) ? upper : lower) = f(s) <= f(t) ? t : s;
  }
  return std::min({f(0), f(1), f(0.5 * (lower + upper))});
}

double slow_point_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const double length2 = squared_norm(b - a);
  const double s = length2 > 0 ? std::clamp(dot(p - a, b - a) / length2, 0.0, 1.0) : 0;
  return distance(p, lerp(a, b, s));
}

// The slow twin. The distance is convex along an edge, and over the segments of a triangle parallel to a
// side.
double slow_distance(Kind kind, const Points& x) {
  if (kind == Kind::kEdgeEdge)
    return least([&](double s) { return slow_point_segment(lerp(x[0], x[1], s), x[2], x[3]); });
  return least([&](double s) { return slow_point_segment(x[0], lerp(x[1], x[2], s), lerp(x[1], x[3], s)); });
}

void expect_closest(Kind kind, const Points& x, double size, double tolerance) {
  const ClosestPoints closest = closest_points(kind, x);
  EXPECT_NEAR(closest.distance, slow_distance(kind, x), tolerance * size);
  Vec3 difference;
  double first = 0, second = 0;
  for (int i = 0; i < 4; ++i) {
    const bool in_first = i < first_count(kind);
    difference += closest.weight[i] * (x[i] - x[0]);
    (in_first ? first : second) += closest.weight[i];
    EXPECT_GE(in_first ? closest.weight[i] : -closest.weight[i], 0);
  }
  EXPECT_NEAR(first, 1, 1e-14);
  EXPECT_NEAR(second, -1, 1e-14);
  EXPECT_NEAR(norm(closest.normal), 1, 1e-12);
  EXPECT_LT(norm(difference - closest.distance * closest.normal), tolerance * size);
}

constexpr Kind kKinds[] = {Kind::kVertexTriangle, Kind::kEdgeEdge};

TEST(ClosestPoints, distances_equal_those_of_a_search_at_many_scales) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const double size = std::pow(10, random.uniform(-3, 3));
    Points x;
    for (Vec3& p : x) p = size * random.in_box({0, 0, 0}, {1, 1, 1});
    for (const Kind kind : kKinds) expect_closest(kind, x, size, 1e-7);
  }
}

TEST(ClosestPoints, features_on_a_small_grid_touch_and_are_parallel_and_flat_and_still_right) {
  Random random(2);
  auto coordinate = [&] { return double(random.below(3)); };
  for (int i = 0; i < 5000; ++i) {
    Points x;
    for (Vec3& p : x) p = {coordinate(), coordinate(), coordinate()};
    for (const Kind kind : kKinds) expect_closest(kind, x, 1, 1e-7);
  }
}

TEST(ClosestPoints, thin_triangles_and_nearly_parallel_edges_are_right) {
  Random random(3);
  for (int i = 0; i < 3000; ++i) {
    const double thin = std::pow(10, random.uniform(-17, -1));
    Points x;
    for (Vec3& p : x) p = random.in_box({-1, -1, -1}, {1, 1, 1});
    const Vec3 off = thin * random.in_box({-1, -1, -1}, {1, 1, 1});
    Points triangle = x, edges = x;
    triangle[3] = lerp(x[1], x[2], random.uniform(-0.5, 1.5)) + off;
    edges[3] = x[2] + random.uniform(-1, 1) * (x[1] - x[0]) + off;
    expect_closest(Kind::kVertexTriangle, triangle, 1, 1e-7);
    expect_closest(Kind::kEdgeEdge, edges, 1, 1e-7);
  }
}

TEST(ClosestPoints, a_vertex_over_a_triangle_has_its_height_and_weights) {
  const Points x = {Vec3{0.25, 0.5, 2}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const ClosestPoints closest = closest_points(Kind::kVertexTriangle, x);
  EXPECT_DOUBLE_EQ(closest.distance, 2);
  EXPECT_EQ(closest.normal, (Vec3{0, 0, 1}));
  EXPECT_DOUBLE_EQ(closest.weight[0], 1);
  EXPECT_DOUBLE_EQ(closest.weight[1], -0.25);
  EXPECT_DOUBLE_EQ(closest.weight[2], -0.25);
  EXPECT_DOUBLE_EQ(closest.weight[3], -0.5);
}

TEST(ClosestPoints, crossed_edges_have_the_normal_from_the_second_to_the_first) {
  const ClosestPoints closest =
      closest_points(Kind::kEdgeEdge, {Vec3{-1, 0, 0}, {3, 0, 0}, {0, -1, 0.5}, {0, 1, 0.5}});
  EXPECT_DOUBLE_EQ(closest.distance, 0.5);
  EXPECT_EQ(closest.normal, (Vec3{0, 0, -1}));
  EXPECT_DOUBLE_EQ(closest.weight[0], 0.75);
  EXPECT_DOUBLE_EQ(closest.weight[3], -0.5);
}

TEST(ClosestPoints, features_that_touch_have_a_normal_perpendicular_to_them) {
  const ClosestPoints on =
      closest_points(Kind::kVertexTriangle, {Vec3{0.2, 0.2, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  EXPECT_LT(on.distance, 1e-16);
  EXPECT_EQ(std::abs(on.normal.z), 1);
  const ClosestPoints crossed =
      closest_points(Kind::kEdgeEdge, {Vec3{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}});
  EXPECT_EQ(crossed.distance, 0);
  EXPECT_EQ(std::abs(crossed.normal.z), 1);
  const ClosestPoints collinear =
      closest_points(Kind::kEdgeEdge, {Vec3{0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {3, 0, 0}});
  EXPECT_EQ(collinear.distance, 0);
  EXPECT_EQ(collinear.normal.x, 0);
  EXPECT_DOUBLE_EQ(norm(collinear.normal), 1);
  const ClosestPoints point =
      closest_points(Kind::kEdgeEdge, {Vec3{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}});
  EXPECT_EQ(point.distance, 0);
  EXPECT_DOUBLE_EQ(norm(point.normal), 1);
}

TEST(ClosestPoints, normals_keep_their_digits_at_small_distances_and_far_from_the_origin) {
  const Vec3 far{1e6, -2e6, 3e6};
  for (const double height : {1e-3, 1e-6, 1e-9}) {
    // What the four points are after rounding: the twin's height.
    Points x = {Vec3{0.3, 0.3, height}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    for (Vec3& p : x) p += far;
    const ClosestPoints closest = closest_points(Kind::kVertexTriangle, x);
    EXPECT_NEAR(closest.distance, x[0].z - x[1].z, 1e-15);
    EXPECT_NEAR(closest.normal.z, height > 1e-9 ? 1 : std::abs(closest.normal.z), 1e-12);
  }
}

}  // namespace
}  // namespace sinew
