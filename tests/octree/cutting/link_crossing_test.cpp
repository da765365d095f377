#include "octree/cutting/link_crossing.h"

#include <gtest/gtest.h>

#include <numbers>
#include <vector>

#include "base/random.h"

namespace sinew {
namespace {

// Small whole coordinates, so that the rule can be followed to the letter: everything is scaled by
// kFineness^3 and the blade moved by (kFineness^2, kFineness, 1). A factor of d is at most 2 * 6^2 here.
constexpr int kRange = 3;
constexpr long long kFineness = 1 << 9;
__extension__ using Wide = __int128;
using WidePoint = std::array<Wide, 3>;

Vec3 small_point(Random& random) {
  const auto coordinate = [&] { return static_cast<double>(random.below(2 * kRange + 1)) - kRange; };
  const double x = coordinate(), y = coordinate();
  return {x, y, coordinate()};
}

WidePoint widened(const Vec3& p, bool moved) {
  const Wide move[3] = {kFineness * kFineness, kFineness, 1};
  WidePoint wide;
  for (int axis = 0; axis < 3; ++axis)
    wide[axis] = static_cast<Wide>(p[axis]) * kFineness * kFineness * kFineness + (moved ? move[axis] : 0);
  return wide;
}

int wide_orientation(const WidePoint& a, const WidePoint& b, const WidePoint& c, const WidePoint& d) {
  Wide u[3], v[3], w[3];
  for (int i = 0; i < 3; ++i) u[i] = b[i] - a[i], v[i] = c[i] - a[i], w[i] = d[i] - a[i];
  const Wide determinant = (u[1] * v[2] - u[2] * v[1]) * w[0] + (u[2] * v[0] - u[0] * v[2]) * w[1] +
                           (u[0] * v[1] - u[1] * v[0]) * w[2];
  return (determinant > 0) - (determinant < 0);
}

bool crosses_by_whole_numbers(const BladeTriangle& triangle, const Vec3& p, const Vec3& q) {
  const WidePoint a = widened(triangle[0], true), b = widened(triangle[1], true),
                  c = widened(triangle[2], true), from = widened(p, false), to = widened(q, false);
  if (wide_orientation(a, b, c, from) * wide_orientation(a, b, c, to) >= 0) return false;
  const int side = wide_orientation(from, to, a, b);
  return side != 0 && wide_orientation(from, to, b, c) == side && wide_orientation(from, to, c, a) == side;
}

TEST(LinkCrossing, equals_whole_numbers_with_the_blade_moved_in_fact) {
  Random random(31);
  int crossings = 0, in_plane = 0;
  for (int i = 0; i < 200000; ++i) {
    const BladeTriangle triangle{small_point(random), small_point(random), small_point(random)};
    const Vec3 p = small_point(random), q = small_point(random);
    const bool expected = crosses_by_whole_numbers(triangle, p, q);
    ASSERT_EQ(blade_crosses(triangle, p, q), expected);
    ASSERT_EQ(blade_crosses(triangle, q, p), expected);
    ASSERT_EQ(blade_crosses({triangle[1], triangle[0], triangle[2]}, p, q), expected);
    crossings += expected;
    const auto& [a, b, c] = triangle;
    in_plane += six_volume(a, b, c, p) == 0 || six_volume(a, b, c, q) == 0;
  }
  EXPECT_GT(crossings, 5000);
  EXPECT_GT(in_plane, 15000) << "too easy: hardly a point lies in a plane";
}

TEST(LinkCrossing, a_point_is_on_a_side_of_every_triangle_with_area) {
  Random random(32);
  for (int i = 0; i < 20000; ++i) {
    const BladeTriangle triangle{small_point(random), small_point(random), small_point(random)};
    const auto& [a, b, c] = triangle;
    const bool flat = squared_norm(cross(b - a, c - a)) == 0;
    ASSERT_EQ(blade_side(triangle, small_point(random)) == 0, flat);
    ASSERT_EQ(blade_side(triangle, a) == 0, flat);
  }
}

TEST(LinkCrossing, triangles_without_area_cross_nothing) {
  const Vec3 p{0, 0, -1}, q{0, 0, 1};
  EXPECT_FALSE(blade_crosses({Vec3{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, p, q));
  EXPECT_FALSE(blade_crosses({Vec3{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}, p, q));
  EXPECT_FALSE(blade_crosses({Vec3{-1, 0, 0}, {1, 0, 0}, {1, 0, 0}}, p, q));
  EXPECT_FALSE(blade_crosses({Vec3{0, 0, -2}, {0, 0, 0}, {0, 0, 2}}, p, q));
}

TEST(LinkCrossing, a_piece_without_length_crosses_nothing) {
  const BladeTriangle triangle{Vec3{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
  EXPECT_FALSE(blade_crosses(triangle, {0, 0, 0}, {0, 0, 0}));
}

TEST(LinkCrossing, a_piece_in_the_plane_of_a_triangle_does_not_cross_it) {
  const BladeTriangle triangle{Vec3{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
  EXPECT_FALSE(blade_crosses(triangle, {-3, 0, 0}, {3, 0, 0}));
  EXPECT_FALSE(blade_crosses(triangle, {-1, -1, 0}, {1, -1, 0}));
}

// Two triangles for each square of a grid in the plane z = 0, with the diagonals at random.
std::vector<BladeTriangle> sheet(Random& random, int from, int until, int step) {
  std::vector<BladeTriangle> triangles;
  for (int x = from; x < until; x += step)
    for (int y = from; y < until; y += step) {
      const auto corner = [&](int i, int j) { return Vec3{double(x + i * step), double(y + j * step), 0}; };
      if (random.below(2) == 0) {
        triangles.push_back({corner(0, 0), corner(1, 0), corner(1, 1)});
        triangles.push_back({corner(0, 0), corner(1, 1), corner(0, 1)});
      } else {
        triangles.push_back({corner(0, 0), corner(1, 0), corner(0, 1)});
        triangles.push_back({corner(1, 0), corner(0, 1), corner(1, 1)});
      }
    }
  return triangles;
}

int crossings(const std::vector<BladeTriangle>& triangles, const Vec3& p, const Vec3& q) {
  int count = 0;
  for (const BladeTriangle& triangle : triangles) count += blade_crosses(triangle, p, q);
  return count;
}

TEST(LinkCrossing, a_sheet_through_the_joints_of_rows_crosses_each_row_once) {
  Random random(33);
  const std::vector<BladeTriangle> triangles = sheet(random, -5, 6, 1);
  // Rows through corners, edges and insides of the triangles, with a joint in the sheet.
  for (int i = -16; i <= 16; ++i)
    for (int j = -16; j <= 16; ++j) {
      const double x = i / 4.0, y = j / 4.0;
      int of_row = 0;
      for (int k = -3; k < 3; ++k) of_row += crossings(triangles, {x, y, double(k)}, {x, y, k + 1.0});
      ASSERT_EQ(of_row, 1) << x << ' ' << y;
    }
}

TEST(LinkCrossing, a_sheet_crosses_slanted_rows_through_its_edges_and_corners_once) {
  Random random(34);
  const std::vector<BladeTriangle> triangles = sheet(random, -14, 14, 2);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 p = small_point(random), step = small_point(random);
    int of_row = 0;
    for (int k = -3; k < 3; ++k) of_row += crossings(triangles, p + double(k) * step, p + (k + 1.0) * step);
    // The moved sheet is above z = 0: what ends there has not gone through.
    const double first = p.z - 3 * step.z, last = p.z + 3 * step.z;
    ASSERT_EQ(of_row, (first > 0) != (last > 0));
  }
}

TEST(LinkCrossing, a_fan_is_crossed_once_at_its_hub) {
  Random random(35);
  for (int turn = 0; turn < 50; ++turn) {
    std::vector<Vec3> rim;
    const int n = 3 + static_cast<int>(random.below(9));
    for (int i = 0; i < n; ++i) {
      const double angle = 2 * std::numbers::pi * (i + 0.5 * random.uniform()) / n;
      rim.push_back({std::cos(angle), std::sin(angle), random.uniform(-0.2, 0.2)});
    }
    const Vec3 hub{0, 0, 0};
    std::vector<BladeTriangle> fan;
    for (int i = 0; i < n; ++i) fan.push_back({hub, rim[i], rim[(i + 1) % n]});
    ASSERT_EQ(crossings(fan, {0, 0, -1}, {0, 0, 1}), 1);
    ASSERT_EQ(crossings(fan, {0, 0, -1}, hub) + crossings(fan, hub, {0, 0, 1}), 1);
    // Down the middle of an edge.
    const Vec3 middle = 0.5 * rim[0];
    ASSERT_EQ(crossings(fan, {middle.x, middle.y, -1}, {middle.x, middle.y, 1}), 1);
  }
}

TEST(LinkCrossing, a_closed_surface_is_crossed_an_even_number_of_times_by_a_closed_chain) {
  Random random(36);
  for (int turn = 0; turn < 2000; ++turn) {
    const Vec3 a = small_point(random), b = small_point(random), c = small_point(random),
               d = small_point(random);
    if (six_volume(a, b, c, d) == 0) continue;
    const std::vector<BladeTriangle> tetrahedron{{a, b, c}, {a, b, d}, {b, c, d}, {c, a, d}};
    const Vec3 p = small_point(random), q = small_point(random), r = small_point(random);
    const int count =
        crossings(tetrahedron, p, q) + crossings(tetrahedron, q, r) + crossings(tetrahedron, r, p);
    ASSERT_EQ(count % 2, 0);
  }
}

TEST(LinkCrossing, a_triangle_may_meet_the_box_of_every_piece_that_it_crosses) {
  Random random(37);
  int apart = 0;
  for (int i = 0; i < 50000; ++i) {
    const BladeTriangle triangle{small_point(random), small_point(random), small_point(random)};
    const Vec3 piece[] = {small_point(random), small_point(random)};
    const bool may_meet = BladeReach(triangle).may_meet(bounding_box(piece));
    ASSERT_TRUE(may_meet || !blade_crosses(triangle, piece[0], piece[1]));
    apart += !may_meet;
  }
  EXPECT_GT(apart, 20000) << "hardly a box is told to be apart";
}

TEST(LinkCrossing, a_box_within_that_of_a_slanted_triangle_is_told_apart_by_its_plane) {
  const BladeTriangle triangle{Vec3{0, 0, 0}, {10, 10, 0}, {0, 0, 10}};
  EXPECT_FALSE(BladeReach(triangle).may_meet({{1, 8, 1}, {2, 9, 2}}));
  EXPECT_TRUE(BladeReach(triangle).may_meet({{1, 2, 1}, {2, 3, 2}})) << "touches the plane";
}

TEST(LinkCrossing, a_crossing_is_where_the_plane_is) {
  const BladeTriangle triangle{Vec3{-5, -5, 0.25}, {5, -5, 0.25}, {0, 5, 0.25}};
  EXPECT_DOUBLE_EQ(blade_crossing(triangle, {0, 0, 0}, {0, 0, 1}), 0.25);
  EXPECT_DOUBLE_EQ(blade_crossing(triangle, {1, 0, 1}, {0, 0, -1}), 0.375);
  EXPECT_DOUBLE_EQ(blade_crossing(triangle, {0, 0, 0.25}, {0, 0, 1}), 0);
}

}  // namespace
}  // namespace sinew
