#include "elastic/partly_filled_cube.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "base/random.h"
#include "elastic/cube_element.h"
#include "elastic/stress.h"

namespace sinew {
namespace {

constexpr double kLambda = 3, kMu = 2;

// Some of the voxels of a cube of n^3.
CubeMoments random_solid(Random& random, int n) {
  CubeMoments moments;
  const double side = 2.0 / n;
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        const Vec3 lower = side * Vec3{double(x), double(y), double(z)} - Vec3{1, 1, 1};
        if (random.below(3) == 0 || x + y + z == 0) moments.add_box(lower, lower + side * Vec3{1, 1, 1});
      }
  return moments;
}

using Matrix = Eigen::Matrix<double, 24, 24>;

Matrix matrix_of(const CubeMoments& moments, double lambda = kLambda, double mu = kMu) {
  return Eigen::Map<const Matrix>(corner_stiffness(strain_stiffness(moments, lambda, mu)).data());
}

Vec3 corner(int i) { return {double(i & 1), double(i >> 1 & 1), double(i >> 2 & 1)}; }

Eigen::VectorXd linear_field(const Mat3& gradient) {
  Eigen::VectorXd u(24);
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 3; ++k) u[3 * i + k] = (gradient * corner(i))[k];
  return u;
}

TEST(PartlyFilledCube, that_is_whole_is_the_cube) {
  for (const double lambda : {0.0, 1.0, 30.0}) {
    const CubeMatrix expected = cube_stiffness(lambda, kMu);
    const Matrix K = matrix_of(CubeMoments::whole(), lambda);
    EXPECT_LT((K - Eigen::Map<const Matrix>(expected.data())).norm(), 1e-13 * K.norm()) << lambda;
  }
}

TEST(PartlyFilledCube, passes_the_patch_test_whatever_is_filled) {
  Random random(1);
  for (int k = 0; k < 20; ++k) {
    const CubeMoments solid = random_solid(random, 2 << (k % 3));
    Mat3 gradient;
    for (Vec3& column : gradient.column) column = random.in_box({-1, -1, -1}, {1, 1, 1});
    const Mat3 strain = 0.5 * (gradient + transposed(gradient)),
               stress = kLambda * trace(strain) * Mat3::identity() + 2 * kMu * strain;
    const Eigen::VectorXd f = matrix_of(solid) * linear_field(gradient);
    // The work of these forces on any field is that of a constant stress on its strain over the solid: try monomials.
    for (int set = 1; set < 8; ++set)
      for (int component = 0; component < 3; ++component) {
        double work = 0, expected = 0;
        for (int i = 0; i < 8; ++i) {
          double value = 1;
          for (int axis = 0; axis < 3; ++axis)
            if (set >> axis & 1) value *= 2 * corner(i)[axis] - 1;
          work += value * f[3 * i + component];
        }
        for (int axis = 0; axis < 3; ++axis) {
          if (!(set >> axis & 1)) continue;
          const int left = set & ~(1 << axis);
          expected += 2 * stress(component, axis) *
                      solid.of[static_cast<std::size_t>((left & 1) + 3 * (left >> 1 & 1) + 9 * (left >> 2))];
        }
        EXPECT_NEAR(work, expected, 1e-12);
      }
  }
}

TEST(PartlyFilledCube, resists_all_but_rigid_motions) {
  Random random(2);
  for (int k = 0; k < 20; ++k) {
    const Matrix K = matrix_of(random_solid(random, 4));
    EXPECT_LT((K - K.transpose()).norm(), 1e-14 * K.norm());
    const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Matrix>(K).eigenvalues();
    EXPECT_LT(std::abs(values[5]), 1e-14 * values[23]);
    EXPECT_GT(values[6], 1e-4 * values[23]);
    Mat3 turn;
    turn.column[0] = {0, 0.3, -0.2}, turn.column[1] = {-0.3, 0, 0.5}, turn.column[2] = {0.2, -0.5, 0};
    EXPECT_LT((K * linear_field(turn)).norm(), 1e-14 * K.norm());
  }
}

TEST(PartlyFilledCube, of_single_precision_meets_no_force_in_translations_to_the_last_bit) {
  Random random(3);
  const StrainMatrix<double> C = strain_stiffness(random_solid(random, 8), kLambda, kMu);
  StrainMatrix<float> single;
  for (std::size_t k = 0; k < C.size(); ++k) single[k] = static_cast<float>(C[k]);
  CornerVectors<float> u;
  for (auto& at : u.at) at = {0.125F, -3.5F, 7};
  for (const auto& at : from_strain_modes(product(single, to_strain_modes(u))).at)
    for (const float f : at) EXPECT_EQ(f, 0.0F);
}

TEST(PartlyFilledCube, has_the_mass_and_the_centre_of_its_solid) {
  CubeMoments moments;
  moments.add_box({-1, -0.5, 0}, {0.25, 1, 1});
  const std::array<double, 8> shares = corner_shares(moments);
  double sum = 0;
  Vec3 first;
  for (int i = 0; i < 8; ++i) {
    EXPECT_GT(shares[i], 0);
    sum += shares[i], first += shares[i] * (2.0 * corner(i) - Vec3{1, 1, 1});
  }
  EXPECT_NEAR(sum, 1.25 * 1.5 * 1 / 8, 1e-15);
  EXPECT_LT(distance((1 / sum) * first, {-0.375, 0.25, 0.5}), 1e-15);
}

}  // namespace
}  // namespace sinew
