#include "elastic/rotation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace sinew {
namespace {

Quaternion random_rotation(Random& random) {
  Quaternion q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  const double s = 1 / std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}

Mat3 random_matrix(Random& random, double size) {
  Mat3 A;
  for (Vec3& c : A.column) c = random.in_box({-size, -size, -size}, {size, size, size});
  return A;
}

double difference(const Mat3& A, const Mat3& B) { return std::sqrt(inner(A - B, A - B)); }

TEST(Rotation, the_rotation_of_a_stretched_and_turned_body_is_found_from_any_guess) {
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const Mat3 R = to_matrix(random_rotation(random));
    Mat3 S = Mat3::identity();
    for (int k = 0; k < 3; ++k) S(k, k) = random.uniform(0.2, 3);
    const Mat3 B = to_matrix(random_rotation(random));
    const Mat3 F = R * (B * S * transposed(B));
    EXPECT_LT(difference(to_matrix(nearest_rotation(F)), R), 1e-9);
    EXPECT_LT(difference(to_matrix(nearest_rotation(F, random_rotation(random))), R), 1e-9);
  }
}

TEST(Rotation, stays_a_rotation_when_the_body_is_flat_inverted_or_gone) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    Mat3 F = random_matrix(random, 2);
    if (i % 3 == 0) F.column[2] = 0.5 * (F.column[0] + F.column[1]);
    if (i % 10 == 0) F = Mat3{};
    const Mat3 R = to_matrix(nearest_rotation(F));
    EXPECT_LT(difference(R * transposed(R), Mat3::identity()), 1e-12);
    EXPECT_NEAR(determinant(R), 1, 1e-12);
  }
}

TEST(Rotation, a_good_guess_is_done_in_two_iterations) {
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const Quaternion q = random_rotation(random);
    const Mat3 F = to_matrix(q) + random_matrix(random, 0.02);
    const Mat3 exact = to_matrix(nearest_rotation(F));
    EXPECT_LT(difference(to_matrix(nearest_rotation(F, q, 2)), exact), 1e-6);
  }
}

}  // namespace
}  // namespace sinew
