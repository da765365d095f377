#include "elastic/cube_element.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "base/random.h"
#include "elastic/rotation.h"
#include "elastic/stress.h"
#include "sinew/elastic/material.h"

namespace sinew {
namespace {

using Corners = std::array<Vec3, 8>;

const Material kMaterial{2e5, 0.3, 1000};

Vec3 corner(int i) { return {double(i & 1), double(i >> 1 & 1), double(i >> 2 & 1)}; }

template <typename Field>
Corners at_corners(Field&& field) {
  Corners u;
  for (int i = 0; i < 8; ++i) u[i] = field(corner(i));
  return u;
}

Vec3 shape_gradient(int i, const Vec3& x) {
  Vec3 g;
  for (int axis = 0; axis < 3; ++axis) {
    g[axis] = corner_sign(i, axis);
    for (int other = 0; other < 3; ++other)
      if (other != axis) g[axis] *= (i >> other & 1) != 0 ? x[other] : 1 - x[other];
  }
  return g;
}

template <typename Visit>
void for_each_gauss_point(Visit&& visit) {
  const double offset = 0.5 / std::sqrt(3.0);
  for (int k = 0; k < 8; ++k) {
    Vec3 x;
    for (int axis = 0; axis < 3; ++axis) x[axis] = 0.5 + corner_sign(k, axis) * offset;
    visit(x, 0.125);
  }
}

Eigen::MatrixXd dense(const CubeMatrix& K) { return Eigen::Map<const Eigen::MatrixXd>(K.data(), 24, 24); }

Corners forces(const CubeMatrix& K, const Corners& u) {
  Corners f;
  for (int c = 0; c < 24; ++c)
    for (int r = 0; r < 24; ++r) f[r / 3][r % 3] += K[24 * c + r] * u[c / 3][c % 3];
  return f;
}

TEST(CubeElement, stiffness_equals_gauss_quadrature) {
  const double lambda = kMaterial.lambda(), mu = kMaterial.mu();
  Eigen::Matrix<double, 6, 6> D = Eigen::Matrix<double, 6, 6>::Zero();
  D.topLeftCorner(3, 3).setConstant(lambda);
  for (int k = 0; k < 3; ++k) D(k, k) += 2 * mu, D(k + 3, k + 3) = mu;
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(24, 24);
  for_each_gauss_point([&](const Vec3& x, double weight) {
    Eigen::MatrixXd B = Eigen::MatrixXd::Zero(6, 24);
    for (int i = 0; i < 8; ++i) {
      const Vec3 g = shape_gradient(i, x);
      for (int axis = 0; axis < 3; ++axis) {
        const int next = (axis + 1) % 3;
        B(axis, 3 * i + axis) = g[axis];
        B(3 + axis, 3 * i + axis) = g[next];
        B(3 + axis, 3 * i + next) = g[axis];
      }
    }
    K += weight * B.transpose() * D * B;
  });
  EXPECT_LT((dense(cube_stiffness(lambda, mu)) - K).norm(), 1e-14 * K.norm());
}

TEST(CubeElement, stiffness_is_symmetric_and_has_six_rigid_modes_and_no_more) {
  const Eigen::MatrixXd K = dense(cube_stiffness(kMaterial.lambda(), kMaterial.mu()));
  EXPECT_EQ((K - K.transpose()).norm(), 0);
  const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues();
  for (int k = 0; k < 6; ++k) EXPECT_LT(std::abs(values[k]), 1e-12 * values[23]);
  EXPECT_GT(values[6], 1e-3 * values[23]);
}

TEST(CubeElement, translations_and_small_rotations_give_no_force) {
  const CubeMatrix K = cube_stiffness(kMaterial.lambda(), kMaterial.mu());
  const Corners moved = at_corners([](const Vec3&) { return Vec3{1, 2, 3}; });
  const Corners turned = at_corners([](const Vec3& x) { return cross(Vec3{0.3, -1, 0.5}, x); });
  for (const Corners& u : {moved, turned})
    for (const Vec3& f : forces(K, u)) EXPECT_LT(norm(f), 1e-9);
}

TEST(CubeElement, linear_fields_have_the_energy_and_forces_of_their_constant_stress) {
  const CubeMatrix K = cube_stiffness(kMaterial.lambda(), kMaterial.mu());
  Random random(3);
  Mat3 H;
  for (Vec3& column : H.column) column = random.in_box({-1, -1, -1}, {1, 1, 1});
  const Corners u = at_corners([&](const Vec3& x) { return H * x + Vec3{0.2, 0, 1}; });
  const auto [xx, yy, zz, xy, yz, zx] = cauchy_stress(H, kMaterial.lambda(), kMaterial.mu());
  const Mat3 sigma{{Vec3{xx, xy, zx}, Vec3{xy, yy, yz}, Vec3{zx, yz, zz}}};
  EXPECT_NEAR(cube_energy(K, u), 0.5 * inner(sigma, H), 1e-9);
  const Corners f = forces(K, u);
  for (int i = 0; i < 8; ++i) {
    const Vec3 mean_gradient = 0.25 * Vec3{corner_sign(i, 0), corner_sign(i, 1), corner_sign(i, 2)};
    EXPECT_LT(norm(f[i] - sigma * mean_gradient), 1e-9);
  }
}

TEST(CubeElement, twice_the_side_has_twice_the_stiffness) {
  // The energy of eight cubes that fill a larger one is that of the larger one, for a trilinear field.
  const CubeMatrix K = cube_stiffness(kMaterial.lambda(), kMaterial.mu());
  const auto field = [](const Vec3& x) { return Vec3{x.x * x.y, x.y * x.z * x.x, x.z - x.x * x.z}; };
  double sum = 0;
  for (int octant = 0; octant < 8; ++octant)
    sum += cube_energy(K, at_corners([&](const Vec3& x) { return field(corner(octant) + x); }));
  EXPECT_NEAR(2 * cube_energy(K, at_corners([&](const Vec3& x) { return field(2 * x); })), sum, 1e-9);
}

TEST(CubeElement, mass_equals_gauss_quadrature_and_an_eighth_when_lumped) {
  for (int i = 0; i < 8; ++i) {
    double row = 0;
    for (int j = 0; j < 8; ++j) {
      double integral = 0;
      for_each_gauss_point([&](const Vec3& x, double weight) {
        double product = 1;
        for (int axis = 0; axis < 3; ++axis)
          for (const int k : {i, j}) product *= (k >> axis & 1) != 0 ? x[axis] : 1 - x[axis];
        integral += weight * product;
      });
      EXPECT_NEAR(cube_mass(i, j), integral, 1e-15);
      row += cube_mass(i, j);
    }
    EXPECT_NEAR(row, 0.125, 1e-15);
  }
}

TEST(CubeElement, gradient_of_a_linear_field_is_its_slope_and_of_a_turned_cube_its_rotation) {
  const Mat3 R = to_matrix(nearest_rotation(Mat3{{Vec3{0, 1, 0.3}, Vec3{-1, 0.2, 0}, Vec3{0, 0, 1}}}));
  const Mat3 F = cube_gradient(at_corners([&](const Vec3& x) { return R * x + Vec3{5, 6, 7}; }));
  for (int c = 0; c < 3; ++c) EXPECT_LT(norm(F.column[c] - R.column[c]), 1e-14);
}

}  // namespace
}  // namespace sinew
