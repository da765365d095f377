#include "elastic/rotation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

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

TEST(Rotation, several_at_a_time_have_the_bits_of_one) {
  Random random(4);
  std::vector<Mat3> F;
  std::vector<Quaternion> guess;
  for (int i = 0; i < 1003; ++i) {
    const Quaternion q = random_rotation(random);
    // Near the guess, far from it, anything (inverted ones among it), flat, gone, already there.
    guess.push_back(i % 2 == 0 ? q : random_rotation(random));
    F.push_back(to_matrix(q) + random_matrix(random, i % 3 == 0 ? 0.05 : 1.5));
    if (i % 7 == 0) F.back().column[2] = F.back().column[0] - F.back().column[1];
    if (i % 11 == 0) F.back() = {};
    if (i % 13 == 0) F.back() = to_matrix(guess.back());
  }
  std::vector<Quaternion> found = guess;
  turn_to_nearest(F, found);
  for (std::size_t i = 0; i < F.size(); ++i) EXPECT_EQ(found[i], nearest_rotation(F[i], guess[i])) << i;
}

TEST(Rotation, what_is_not_a_number_spoils_no_neighbour) {
  Random random(5);
  std::vector<Mat3> F;
  for (int i = 0; i < 24; ++i) F.push_back(to_matrix(random_rotation(random)));
  F[5](1, 1) = std::nan("");
  std::vector<Quaternion> found(F.size());
  turn_to_nearest(F, found);
  for (std::size_t i = 0; i < F.size(); ++i) {
    if (i == 5) continue;
    EXPECT_LT(difference(to_matrix(found[i]), F[i]), 1e-9);
  }
}

}  // namespace
}  // namespace sinew
