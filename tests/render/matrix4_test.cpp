#include "render/matrix4.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

Matrix4 some_projection() {
  return perspective(0.7, 1.5, 0.1, 10) * look_at({1, 2, 3}, {0, 0.5, 0}, {0, 1, 0});
}

TEST(Matrix4, the_inverse_times_the_matrix_is_one) {
  const Matrix4 A = some_projection(), one = inverse(A) * A;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) EXPECT_NEAR(one(row, column), row == column, 1e-12);
}

TEST(Matrix4, the_inverse_finds_a_pivot_below_a_zero) {
  Matrix4 A;
  A(0, 0) = 0, A(0, 1) = 2, A(1, 0) = 3, A(1, 1) = 0;
  const Matrix4 one = A * inverse(A);
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) EXPECT_NEAR(one(row, column), row == column, 1e-15);
}

TEST(Matrix4, looking_puts_the_target_straight_ahead_and_keeps_lengths) {
  const Matrix4 view = look_at({1, 2, 3}, {0, 0.5, 0}, {0, 1, 0});
  const Vec3 target = transform_point(view, {0, 0.5, 0});
  EXPECT_NEAR(target.x, 0, 1e-14);
  EXPECT_NEAR(target.y, 0, 1e-14);
  EXPECT_NEAR(target.z, -distance({1, 2, 3}, {0, 0.5, 0}), 1e-14);
  EXPECT_GT(transform_point(view, {0, 0.6, 0}).y, 0);
}

TEST(Matrix4, perspective_brings_near_and_far_to_the_ends) {
  const Matrix4 P = perspective(0.7, 1.5, 0.1, 10);
  EXPECT_NEAR(transform_point(P, {0, 0, -0.1}).z, -1, 1e-12);
  EXPECT_NEAR(transform_point(P, {0, 0, -10}).z, 1, 1e-12);
  EXPECT_NEAR(transform_point(P, {0, std::tan(0.35), -1}).y, 1, 1e-12);
}

TEST(Matrix4, orthographic_brings_its_box_to_the_unit_cube) {
  const Matrix4 P = orthographic(2, 3, 1, 5);
  EXPECT_NEAR(distance(transform_point(P, {2, -3, -1}), {1, -1, -1}), 0, 1e-15);
  EXPECT_NEAR(distance(transform_point(P, {-2, 3, -5}), {-1, 1, 1}), 0, 1e-15);
}

}  // namespace
}  // namespace sinew
