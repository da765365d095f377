#include "elastic/triangle_element.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sinew {
namespace {

const std::array<Vec3, 3> kCorners{Vec3{0.1, 0, 0.2}, Vec3{1.2, 0.1, -0.1}, Vec3{0.2, 0.9, 0.4}};
constexpr double kThickness = 0.002;
const Material kCloth{2e5, 0.25, 300};

Vec3 block_times(const ElementBlock& K, const Vec3& u) {
  return {K[0] * u.x + K[3] * u.y + K[6] * u.z, K[1] * u.x + K[4] * u.y + K[7] * u.z,
          K[2] * u.x + K[5] * u.y + K[8] * u.z};
}

std::array<Vec3, 3> forces(const TriangleShape& shape, const std::array<Vec3, 3>& u) {
  const double lambda = plane_stress_lambda(kCloth);
  std::array<Vec3, 3> f;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      f[i] += block_times(stiffness_block(shape, kThickness, lambda, kCloth.mu(), i, j), u[j]);
  return f;
}

double energy(const TriangleShape& shape, const std::array<Vec3, 3>& u) {
  const auto f = forces(shape, u);
  return 0.5 * (dot(f[0], u[0]) + dot(f[1], u[1]) + dot(f[2], u[2]));
}

// Displacements A (x - x_0).
std::array<Vec3, 3> displaced(const Mat3& A) {
  std::array<Vec3, 3> u;
  for (int i = 0; i < 3; ++i) u[i] = A * (kCorners[i] - kCorners[0]);
  return u;
}

// Orthonormal directions in the rest plane.
std::array<Vec3, 2> tangents(const TriangleShape& shape) {
  const Vec3 s = normalized(kCorners[1] - kCorners[0]);
  return {s, cross(shape.normal, s)};
}

TEST(TriangleElement, shape_gradients_reproduce_linear_fields_of_its_plane) {
  const TriangleShape shape = triangle_shape(kCorners);
  EXPECT_NEAR(shape.area, 0.5 * norm(cross(kCorners[1] - kCorners[0], kCorners[2] - kCorners[0])), 1e-15);
  const Vec3 slope{1.5, -2, 0.7};
  Vec3 sum, field;
  for (int i = 0; i < 3; ++i) {
    sum += shape.gradient[i];
    field += dot(slope, kCorners[i]) * shape.gradient[i];
    EXPECT_NEAR(dot(shape.gradient[i], shape.normal), 0, 1e-14);
  }
  EXPECT_LT(norm(sum), 1e-14);
  EXPECT_LT(norm(field - shape.projection() * slope), 1e-13);
}

TEST(TriangleElement, small_rigid_motions_in_space_give_no_force) {
  const TriangleShape shape = triangle_shape(kCorners);
  std::array<Vec3, 3> moved, turned;
  for (int i = 0; i < 3; ++i) {
    moved[i] = {1, 2, 3};
    turned[i] = cross(Vec3{0.3, -1, 0.5}, kCorners[i]);
  }
  for (const auto& u : {moved, turned})
    for (const Vec3& f : forces(shape, u)) EXPECT_LT(norm(f), 1e-11);
}

TEST(TriangleElement, constant_strain_has_the_energy_of_the_closed_form) {
  const TriangleShape shape = triangle_shape(kCorners);
  const auto [s, t] = tangents(shape);
  const double ss = 1e-3, tt = -4e-4, st = 7e-4;
  const Mat3 e = ss * outer(s, s) + tt * outer(t, t) + st * (outer(s, t) + outer(t, s));
  const double expected = kThickness * shape.area *
                          (kCloth.mu() * (ss * ss + tt * tt + 2 * st * st) +
                           0.5 * plane_stress_lambda(kCloth) * (ss + tt) * (ss + tt));
  EXPECT_NEAR(energy(shape, displaced(e)), expected, 1e-12 * expected);
  // A tilt out of the plane adds nothing to first order.
  EXPECT_NEAR(energy(shape, displaced(e + outer(shape.normal, s))), expected, 1e-10 * expected);
}

TEST(TriangleElement, stiffness_is_symmetric) {
  const TriangleShape shape = triangle_shape(kCorners);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const ElementBlock a = stiffness_block(shape, kThickness, 3, 2, i, j);
      const ElementBlock b = stiffness_block(shape, kThickness, 3, 2, j, i);
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(a[3 * c + r], b[3 * r + c], 1e-15);
    }
}

TEST(TriangleElement, a_strip_that_is_stretched_shows_youngs_modulus) {
  const TriangleShape shape = triangle_shape(kCorners);
  const auto [s, t] = tangents(shape);
  const double e = 1e-3;
  const auto u = displaced(e * outer(s, s) + (-kCloth.poisson * e) * outer(t, t));
  const auto stress = cauchy_stress(shape, plane_stress_lambda(kCloth), kCloth.mu(), u);
  const Mat3 sigma{{Vec3{stress[0], stress[3], stress[5]}, Vec3{stress[3], stress[1], stress[4]},
                    Vec3{stress[5], stress[4], stress[2]}}};
  const Mat3 difference = sigma - (kCloth.young * e) * outer(s, s);
  EXPECT_LT(std::sqrt(inner(difference, difference)), 1e-9);
  EXPECT_NEAR(von_mises(stress), kCloth.young * e, 1e-9);
  EXPECT_NEAR(energy(shape, u), 0.5 * kCloth.young * e * e * kThickness * shape.area, 1e-15);
}

TEST(TriangleElement, a_sheet_pulled_alike_in_two_directions_shows_the_biaxial_modulus) {
  const TriangleShape shape = triangle_shape(kCorners);
  const double e = 1e-3, expected = kCloth.young * e / (1 - kCloth.poisson);
  const auto stress =
      cauchy_stress(shape, plane_stress_lambda(kCloth), kCloth.mu(), displaced(e * shape.projection()));
  EXPECT_NEAR(von_mises(stress), expected, 1e-9);
}

TEST(TriangleElement, consistent_mass_adds_up_to_the_mass) {
  const TriangleShape shape = triangle_shape(kCorners);
  double mass = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) mass += consistent_mass(shape, kThickness, 300, i, j);
  EXPECT_NEAR(mass, 300 * kThickness * shape.area, 1e-15);
}

TEST(Material, lambda_of_plane_stress_follows_from_lames_coefficients) {
  const Material m{3e6, 0.4, 1000};
  EXPECT_NEAR(plane_stress_lambda(m), 2 * m.lambda() * m.mu() / (m.lambda() + 2 * m.mu()), 1e-8);
}

}  // namespace
}  // namespace sinew
