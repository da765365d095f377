#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "elastic/green_strain.h"
#include "elastic/rotation.h"

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

TEST(GreenStrain, rotations_cost_no_energy) {
  Random random(4);
  for (int i = 0; i < 50; ++i) {
    const Mat3 R = to_matrix(random_rotation(random));
    EXPECT_NEAR(green_energy(R, 3, 2), 0, 1e-28);
    EXPECT_LT(difference(green_stress(R, 3, 2), Mat3{}), 1e-13);
  }
}

TEST(GreenStrain, a_stretch_has_the_energy_of_the_closed_form) {
  Mat3 F = Mat3::identity();
  F(0, 0) = 1.5;
  const double e = (1.5 * 1.5 - 1) / 2;
  EXPECT_NEAR(green_energy(F, 3, 2), 2 * e * e + 1.5 * e * e, 1e-14);
}

TEST(GreenStrain, stress_and_hessian_are_the_derivatives_of_the_energy) {
  Random random(5);
  const double lambda = 1.7, mu = 0.8, step = 1e-5;
  for (int i = 0; i < 20; ++i) {
    const Mat3 F = random_matrix(random, 1.5);
    const Mat3 P = green_stress(F, lambda, mu);
    const Hessian9 H = green_hessian(F, lambda, mu);
    for (int k = 0; k < 9; ++k) {
      Mat3 plus = F, minus = F;
      plus.column[k / 3][k % 3] += step, minus.column[k / 3][k % 3] -= step;
      const double slope = (green_energy(plus, lambda, mu) - green_energy(minus, lambda, mu)) / (2 * step);
      EXPECT_NEAR(slope, P.column[k / 3][k % 3], 1e-7);
      const Mat3 dP = (0.5 / step) * (green_stress(plus, lambda, mu) - green_stress(minus, lambda, mu));
      for (int r = 0; r < 9; ++r) EXPECT_NEAR(dP.column[r / 3][r % 3], H[9 * k + r], 1e-7);
    }
  }
}

TEST(GreenStrain, the_positive_part_keeps_a_convex_hessian_and_bends_no_direction_down) {
  Random random(6);
  for (int i = 0; i < 30; ++i) {
    const Mat3 F = i % 2 == 0 ? Mat3::identity() + random_matrix(random, 0.05) : random_matrix(random, 1.0);
    const Hessian9 H = green_hessian(F, 1.7, 0.8), plus = positive_part(H);
    for (int trial = 0; trial < 50; ++trial) {
      double v[9], curvature = 0, original = 0;
      for (double& x : v) x = random.uniform(-1, 1);
      for (int r = 0; r < 9; ++r)
        for (int c = 0; c < 9; ++c) {
          curvature += v[r] * plus[9 * c + r] * v[c];
          original += v[r] * H[9 * c + r] * v[c];
        }
      EXPECT_GE(curvature, -1e-12);
      EXPECT_GE(curvature, original - 1e-10);
    }
  }
  // Stretched a little in every direction the energy is convex but for turns, which stretching stiffens.
  const Mat3 stretched = 1.2 * Mat3::identity();
  const Hessian9 H = green_hessian(stretched, 1.7, 0.8), plus = positive_part(H);
  for (int k = 0; k < 81; ++k) EXPECT_NEAR(plus[k], H[k], 1e-12);
}

}  // namespace
}  // namespace sinew
