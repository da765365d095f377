#include "mesh/tetrahedron_quality.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "base/random.h"

namespace sinew {
namespace {

constexpr double kDegrees = 180 / std::numbers::pi;

TEST(TetrahedronQuality, the_regular_tetrahedron_has_equal_angles_and_mean_ratio_one) {
  const Vec3 a{1, 1, 1}, b{-1, 1, -1}, c{1, -1, -1}, d{-1, -1, 1};
  ASSERT_GT(six_volume(a, b, c, d), 0);
  for (const double angle : dihedral_angles(a, b, c, d))
    EXPECT_NEAR(angle, std::acos(1.0 / 3) * kDegrees, 1e-12);
  EXPECT_NEAR(mean_ratio(a, b, c, d), 1, 1e-14);
}

TEST(TetrahedronQuality, the_range_is_that_of_the_six_angles) {
  Random random(17);
  for (int i = 0; i < 500; ++i) {
    Vec3 p[4];
    for (Vec3& v : p) v = random.in_box({0, 0, 0}, {1, 1, 1});
    if (six_volume(p[0], p[1], p[2], p[3]) < 0) std::swap(p[2], p[3]);
    const auto angles = dihedral_angles(p[0], p[1], p[2], p[3]);
    const DihedralRange range = dihedral_range(p[0], p[1], p[2], p[3]);
    EXPECT_NEAR(range.least, *std::min_element(angles.begin(), angles.end()), 1e-6);
    EXPECT_NEAR(range.most, *std::max_element(angles.begin(), angles.end()), 1e-6);
  }
}

TEST(TetrahedronQuality, the_corner_of_a_cube_has_three_right_angles_at_the_axes) {
  const auto angles = dihedral_angles({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1});
  for (int edge = 0; edge < 3; ++edge) EXPECT_NEAR(angles[edge], 90, 1e-12);
  for (int edge = 3; edge < 6; ++edge)
    EXPECT_NEAR(angles[edge], std::acos(1 / std::sqrt(3)) * kDegrees, 1e-12);
  EXPECT_NEAR(mean_ratio({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 12 * std::cbrt(0.25) / 9, 1e-14);
}

TEST(TetrahedronQuality, angles_equal_those_between_face_normals) {
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    Vec3 p[4];
    for (Vec3& q : p) q = random.in_box({-1, -1, -1}, {1, 1, 1});
    const auto angles = dihedral_angles(p[0], p[1], p[2], p[3]);
    constexpr int kEdge[6][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2},
                                 {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}};
    for (int e = 0; e < 6; ++e) {
      const Vec3 axis = p[kEdge[e][1]] - p[kEdge[e][0]];
      const Vec3 m = normalized(cross(axis, p[kEdge[e][2]] - p[kEdge[e][0]]));
      const Vec3 n = normalized(cross(axis, p[kEdge[e][3]] - p[kEdge[e][0]]));
      EXPECT_NEAR(angles[e], std::acos(dot(m, n)) * kDegrees, 1e-6);
    }
  }
}

TEST(TetrahedronQuality, an_inverted_tetrahedron_keeps_its_angles_and_has_a_negative_ratio) {
  const Vec3 a{0, 0, 0}, b{2, 0, 0}, c{.3, 1, 0}, d{.1, .2, 1.5};
  EXPECT_NEAR(mean_ratio(a, c, b, d), -mean_ratio(a, b, c, d), 1e-15);
  EXPECT_NEAR(dihedral_angles(a, c, b, d)[0], dihedral_angles(a, b, c, d)[1], 1e-12);
}

TEST(TetrahedronQuality, flat_and_collapsed_tetrahedra_have_ratio_zero_and_finite_angles) {
  const Vec3 o{0, 0, 0}, x{1, 0, 0}, y{0, 1, 0};
  EXPECT_EQ(mean_ratio(o, x, y, {1, 1, 0}), 0);
  EXPECT_EQ(mean_ratio(o, o, o, o), 0);
  for (const double angle : dihedral_angles(o, x, y, {1, 1, 0})) EXPECT_TRUE(angle == 0 || angle == 180);
  for (const double angle : dihedral_angles(o, o, o, o)) EXPECT_EQ(angle, 0);
}

TEST(TetrahedronQuality, an_element_too_large_for_its_squares_has_no_quality) {
  for (const double size : {1e200, 1e308})
    EXPECT_EQ(mean_ratio({0, 0, 0}, {size, 0, 0}, {0, size, 0}, {0, 0, -size}), 0) << size;
}

}  // namespace
}  // namespace sinew
