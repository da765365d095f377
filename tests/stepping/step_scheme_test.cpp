#include "stepping/step_scheme.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sinew {
namespace {

// u, dt v and dt^2 a of one mode of unit mass, with dt = 1.
using Mode = std::array<double, 3>;
using Matrix = std::array<Mode, 3>;  // by columns

// One step of a mode of stiffness k. Of the solve, a share rho is left that it started from: theta dt v.
Mode stepped(const StepScheme& s, double k, double rho, double theta, const Mode& mode) {
  const auto [u, v, a] = mode;
  const double solved = (s.velocity * v + s.acceleration * a - k * s.restoring * u) / (s.mass + k);
  const double w = (1 - rho) * solved + rho * theta * v;
  const double after = s.velocity_after({w, 0, 0}, {v, 0, 0}, {a, 0, 0}).x;
  return {u + w, after, s.acceleration_after({v, 0, 0}, {after, 0, 0}, {a, 0, 0}).x};
}

Matrix step_matrix(const StepScheme& s, double k, double rho, double theta) {
  return {stepped(s, k, rho, theta, {1, 0, 0}), stepped(s, k, rho, theta, {0, 1, 0}),
          stepped(s, k, rho, theta, {0, 0, 1})};
}

Matrix product(const Matrix& A, const Matrix& B) {
  Matrix C{};
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i) C[j][i] += A[k][i] * B[j][k];
  return C;
}

// By Gelfand's formula, with the power 2^30.
double spectral_radius(Matrix A) {
  double logarithm = 0;
  for (int doubling = 0; doubling < 30; ++doubling) {
    double largest = 0;
    for (const Mode& column : A)
      for (const double x : column) largest = std::max(largest, std::abs(x));
    for (Mode& column : A)
      for (double& x : column) x /= largest;
    logarithm += std::log(largest) / std::pow(2.0, doubling);
    A = product(A, A);
  }
  return std::exp(logarithm);
}

TEST(StepScheme, no_mode_grows_under_generalized_alpha_however_little_is_solved) {
  const StepScheme scheme = step_scheme(Integrator::kGeneralizedAlpha, {}, 1);
  for (double k = 1e-3; k < 1e8; k *= 1.5)
    for (const double theta : {0.0, 0.5, 1.0})
      for (const double rho : {0.0, 0.02, 0.1, 0.3, 0.6, 0.9})
        EXPECT_LT(spectral_radius(step_matrix(scheme, k, rho, theta)), 1 + 1e-6)
            << k << " " << theta << " " << rho;
}

TEST(StepScheme, generalized_alpha_damps_the_stiffest_modes_by_its_radius_and_slow_ones_hardly) {
  const StepScheme scheme = step_scheme(Integrator::kGeneralizedAlpha, {}, 1);
  const auto radius = [&](double steps_per_period) {
    const double omega = 2 * 3.14159265358979 / steps_per_period;
    return spectral_radius(step_matrix(scheme, omega * omega, 0, 1));
  };
  EXPECT_NEAR(radius(1e-4), kRadiusOfStiffModes, 1e-3);
  EXPECT_NEAR(radius(3), 0.849, 1e-3);
  EXPECT_NEAR(radius(35), 0.99992, 1e-5);
  EXPECT_GT(radius(100), 1 - 2e-6);
}

TEST(StepScheme, steps_take_forces_where_their_internal_forces_are) {
  for (const Integrator integrator :
       {Integrator::kNewmark, Integrator::kBackwardEuler, Integrator::kGeneralizedAlpha}) {
    const StepScheme scheme = step_scheme(integrator, {}, 0.1);
    EXPECT_DOUBLE_EQ(scheme.force_time, scheme.way() * 0.1);
    EXPECT_DOUBLE_EQ(scheme.load, scheme.restoring);
  }
}

}  // namespace
}  // namespace sinew
