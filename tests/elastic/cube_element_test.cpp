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

// The strains xx, yy, zz, xy, yz, zx of a field by its gradient g along component `axis`, as a column.
Eigen::Matrix<double, 6, 1> strains(const Vec3& g, int axis) {
  Eigen::Matrix<double, 6, 1> column = Eigen::Matrix<double, 6, 1>::Zero();
  column[axis] = g[axis];
  for (int pair = 0; pair < 3; ++pair) {
    const int next = (pair + 1) % 3;
    if (axis == pair) column[3 + pair] = g[next];
    if (axis == next) column[3 + pair] = g[pair];
  }
  return column;
}

Eigen::Matrix<double, 6, 6> law(const Material& material) {
  Eigen::Matrix<double, 6, 6> D = Eigen::Matrix<double, 6, 6>::Zero();
  D.topLeftCorner(3, 3).setConstant(material.lambda());
  for (int k = 0; k < 3; ++k) D(k, k) += 2 * material.mu(), D(k + 3, k + 3) = material.mu();
  return D;
}

// The slow twin: shape functions and the nine fields 1 - x_b^2 of component a, integrated, the nine eliminated.
// Their strains are odd, so they have none on average.
TEST(CubeElement, stiffness_is_that_of_its_corners_with_nine_more_fields_eliminated) {
  for (const double poisson : {-0.5, 0.0, 0.3, 0.49}) {
    const Material material{2e5, poisson, 1000};
    const Eigen::Matrix<double, 6, 6> D = law(material);
    Eigen::MatrixXd K = Eigen::MatrixXd::Zero(33, 33);
    for_each_gauss_point([&](const Vec3& x, double weight) {
      Eigen::MatrixXd B(6, 33);
      for (int i = 0; i < 8; ++i)
        for (int a = 0; a < 3; ++a) B.col(3 * i + a) = strains(shape_gradient(i, x), a);
      for (int b = 0; b < 3; ++b)
        for (int a = 0; a < 3; ++a) {
          Vec3 slope;
          slope[b] = -8 * (x[b] - 0.5);
          B.col(24 + 3 * b + a) = strains(slope, a);
        }
      K += weight * B.transpose() * D * B;
    });
    const Eigen::MatrixXd expected =
        K.topLeftCorner(24, 24) -
        K.topRightCorner(24, 9) * K.bottomRightCorner(9, 9).ldlt().solve(K.bottomLeftCorner(9, 24));
    EXPECT_LT((dense(cube_stiffness(material.lambda(), material.mu())) - expected).norm(),
              1e-13 * expected.norm());
  }
}

TEST(CubeElement, energy_by_modes_is_that_of_the_matrix) {
  Random random(4);
  const CubeMatrix K = cube_stiffness(kMaterial.lambda(), kMaterial.mu());
  for (int trial = 0; trial < 20; ++trial) {
    const Corners u = at_corners([&](const Vec3&) { return random.in_box({-1, -1, -1}, {1, 1, 1}); });
    const double energy = cube_energy(K, u);
    EXPECT_NEAR(cube_energy(kMaterial.lambda(), kMaterial.mu(), u), energy, 1e-13 * energy);
  }
}

// Bent to the radius r along x in the plane of x and y, free to follow along z: E I / r^2 / 2 per length, with
// I = 1 / 12.
TEST(CubeElement, bends_as_a_beam_whatever_the_poissons_ratio) {
  for (const double poisson : {0.0, 0.3, 0.49}) {
    const Material material{2e5, poisson, 1000};
    const CubeMatrix K = cube_stiffness(material.lambda(), material.mu());
    const double radius = 7;
    const auto bent = [&](const Vec3& p) {
      const Vec3 c = p - Vec3{0.5, 0.5, 0.5};
      return Vec3{c.x * c.y / radius, 0, -poisson * c.y * c.z / radius};
    };
    EXPECT_NEAR(cube_energy(K, at_corners(bent)), material.young / 24 / (radius * radius), 1e-9);
  }
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

// Pressure p: strains of -p (1 - 2 nu) / E along every axis, and a quarter of p on each face at each corner.
TEST(CubeElement, a_cube_that_hardly_changes_its_volume_takes_pressure_as_it_should) {
  const Material material{2e5, 0.49, 1000};
  const double pressure = 100, strain = -pressure * (1 - 2 * material.poisson) / material.young;
  const Corners f = forces(cube_stiffness(material.lambda(), material.mu()),
                           at_corners([&](const Vec3& x) { return strain * x; }));
  for (int i = 0; i < 8; ++i)
    EXPECT_LT(norm(f[i] + 0.25 * pressure * Vec3{corner_sign(i, 0), corner_sign(i, 1), corner_sign(i, 2)}),
              1e-9 * pressure);
}

// What bends a large cube stretches and shears the eight that fill it: they take up a quarter of what the
// large one gives way to. Only fields that do not bend are the same in both.
TEST(CubeElement, twice_the_side_has_twice_the_stiffness_where_nothing_bends) {
  const CubeMatrix K = cube_stiffness(kMaterial.lambda(), kMaterial.mu());
  const auto energies = [&](auto&& field) {
    double sum = 0;
    for (int octant = 0; octant < 8; ++octant)
      sum += cube_energy(K, at_corners([&](const Vec3& x) { return field(corner(octant) + x); }));
    return std::array{2 * cube_energy(K, at_corners([&](const Vec3& x) { return field(2 * x); })), sum};
  };
  const auto twisted = [](const Vec3& x) {
    return Vec3{x.y * x.z, -x.x * x.z, 0} + Vec3{x.y, 0.3 * x.x, -x.z};
  };
  const auto [large, small] = energies(twisted);
  EXPECT_NEAR(large, small, 1e-9);
  const auto [bent_large, bent_small] = energies([](const Vec3& x) {
    return Vec3{(x.x - 1) * (x.y - 1), 0, 0};
  });
  EXPECT_LT(bent_large, 0.9 * bent_small);
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
