#include "elastic/bending_element.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "base/random.h"
#include "elastic/rotation.h"
#include "shape/structured.h"
#include "sinew/base/error.h"
#include "sinew/base/geometry.h"

namespace sinew {
namespace {

double energy(const std::vector<Hinge>& hinges, double D, std::span<const Vec3> x) {
  double sum = 0;
  for (const Hinge& hinge : hinges) sum += 0.5 * D * hinge.weight * squared_norm(hinge_bend(hinge, x));
  return sum;
}

// Equilateral triangles on a rhombus of 2 n^2, with sides 1 / n.
SurfaceMesh equilateral_sheet(Index n) {
  SurfaceMesh mesh;
  for (Index j = 0; j <= n; ++j)
    for (Index i = 0; i <= n; ++i)
      mesh.positions.push_back(Vec3{i - 0.5 * j, 0, -0.5 * std::numbers::sqrt3 * j} / double(n));
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) {
      const Index a = i + (n + 1) * j, b = a + n + 1;
      mesh.triangles.push_back({a, a + 1, b + 1});
      mesh.triangles.push_back({a, b + 1, b});
    }
  return mesh;
}

std::vector<Vec3> moved(const SurfaceMesh& mesh, const std::function<Vec3(const Vec3&)>& map) {
  std::vector<Vec3> x;
  for (const Vec3& p : mesh.positions) x.push_back(map(p));
  return x;
}

// The sheet y = 0 rolled around a cylinder whose axis turns by `angle` from z, without stretching.
std::vector<Vec3> rolled(const SurfaceMesh& mesh, double radius, double angle) {
  const Vec3 across{std::cos(angle), 0, std::sin(angle)}, along{-std::sin(angle), 0, std::cos(angle)};
  return moved(mesh, [&](const Vec3& p) {
    const double turn = dot(p, across) / radius;
    return radius * std::sin(turn) * across + dot(p, along) * along +
           Vec3{0, radius * (1 - std::cos(turn)), 0};
  });
}

TEST(BendingElement, there_is_a_hinge_at_every_inner_edge_and_none_at_the_boundary) {
  const SurfaceMesh sheet = structured_sheet(1, 1, 2 * 25);
  const auto hinges = hinges_of(sheet);
  // Three sides a triangle, less those of the boundary, halved.
  EXPECT_EQ(hinges.size(), (3 * 50 - 20) / 2);
  for (const Hinge& hinge : hinges)
    EXPECT_NEAR(hinge.coefficient[0] + hinge.coefficient[1] + hinge.coefficient[2] + hinge.coefficient[3], 0,
                1e-12);
}

TEST(BendingElement, a_flat_sheet_has_no_energy_after_any_affine_motion) {
  const SurfaceMesh sheet = structured_sheet(1, 2, 100);
  Random random(1);
  const auto hinges = hinges_of(sheet);
  for (int trial = 0; trial < 10; ++trial) {
    Mat3 A;
    for (Vec3& c : A.column) c = random.in_box({-1, -1, -1}, {1, 1, 1});
    const auto x = moved(sheet, [&](const Vec3& p) { return A * p + Vec3{1, 2, 3}; });
    EXPECT_LT(energy(hinges, 1, x), 1e-24);
  }
}

TEST(BendingElement, the_bend_of_two_triangles_is_twice_the_sine_of_half_their_angle) {
  SurfaceMesh pair{{{0, 0, 0}, {1, 0, 0}, {0.3, 0.7, 0}, {0.6, -1.1, 0}}, {{0, 1, 2}, {1, 0, 3}}};
  const auto hinges = hinges_of(pair);
  ASSERT_EQ(hinges.size(), 1U);
  for (const double angle : {0.0, 0.1, 1.0, 3.0}) {
    pair.positions[3] = {0.6, -1.1 * std::cos(angle), -1.1 * std::sin(angle)};
    EXPECT_NEAR(norm(hinge_bend(hinges[0], pair.positions)), 2 * std::sin(angle / 2), 1e-14);
  }
}

TEST(BendingElement, a_rolled_sheet_has_the_energy_of_a_plate_for_every_direction_of_rolling) {
  const double D = 0.02, radius = 0.5;
  for (const auto& make :
       {std::function<SurfaceMesh(Index)>(equilateral_sheet),
        std::function<SurfaceMesh(Index)>([](Index n) { return structured_sheet(1, 1, 2 * n * n); })})
    for (const double degrees : {0.0, 22.5, 30.0, 45.0, 90.0}) {
      double last_error = 1;
      for (const Index n : {16, 32, 64}) {
        const SurfaceMesh sheet = make(n);
        const auto x = rolled(sheet, radius, degrees * std::numbers::pi / 180);
        const double expected = 0.5 * D / (radius * radius) * surface_area(sheet);
        // Edges of the boundary have no hinge, so that a strip of half a triangle's width is missing.
        const double error = std::abs(energy(hinges_of(sheet), D, x) / expected - 1);
        EXPECT_LT(error, 2.0 / n) << n << " at " << degrees;
        EXPECT_LT(error, 0.6 * last_error);
        last_error = error;
      }
    }
}

TEST(BendingElement, a_saddle_has_the_energy_of_a_plate_with_the_poisson_ratio_of_the_mesh) {
  const Index n = 64;
  const double D = 0.02, curvature = 0.01;
  const auto ratio_to_cylinder = [&](const SurfaceMesh& sheet, double angle) {
    const double c = std::cos(2 * angle), s = std::sin(2 * angle);
    const auto x = moved(sheet, [&](const Vec3& p) {
      return p + Vec3{0, curvature * (0.5 * c * (p.x * p.x - p.z * p.z) + s * p.x * p.z), 0};
    });
    return energy(hinges_of(sheet), D, x) / (0.5 * D * curvature * curvature * surface_area(sheet));
  };
  // 2 (1 - nu) in both cases.
  for (const double angle : {0.0, 0.3, 0.7}) {
    EXPECT_NEAR(ratio_to_cylinder(equilateral_sheet(n), angle), 8.0 / 3, 0.1);
    EXPECT_NEAR(ratio_to_cylinder(structured_sheet(1, 1, 2 * n * n), angle), 2, 0.1);
  }
}

TEST(BendingElement, energy_does_not_change_when_a_bent_sheet_turns) {
  const SurfaceMesh sheet = structured_sheet(1, 1, 200);
  const auto hinges = hinges_of(sheet);
  auto x = rolled(sheet, 0.3, 0.4);
  const double before = energy(hinges, 1, x);
  const Mat3 R = to_matrix({0.5, 0.5, -0.5, 0.5});
  for (Vec3& p : x) p = R * p + Vec3{0, 5, 0};
  EXPECT_NEAR(energy(hinges, 1, x), before, 1e-12 * before);
}

TEST(BendingElement, the_stiffness_matrix_is_the_energys_second_derivative) {
  const SurfaceMesh pair{{{0, 0, 0}, {1, 0, 0}, {0.3, 0.7, 0}, {0.6, -1.1, 0}}, {{0, 1, 2}, {1, 0, 3}}};
  const auto hinges = hinges_of(pair);
  Random random(2);
  std::vector<Vec3> x;
  for (int i = 0; i < 4; ++i) x.push_back(random.in_box({-1, -1, -1}, {1, 1, 1}));
  const double D = 3;
  double quadratic = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      quadratic +=
          0.5 * hinge_stiffness(hinges[0], D, i, j) * dot(x[hinges[0].nodes[i]], x[hinges[0].nodes[j]]);
  EXPECT_NEAR(quadratic, energy(hinges, D, x), 1e-12 * quadratic);
}

TEST(BendingElement, the_stiffness_of_a_plate_grows_with_the_cube_of_its_thickness) {
  const Material steel{2e11, 0.3, 7850};
  EXPECT_NEAR(bending_stiffness(steel, 1e-3), 2e11 * 1e-9 / (12 * 0.91), 1e-9);
  EXPECT_NEAR(bending_stiffness(steel, 2e-3) / bending_stiffness(steel, 1e-3), 8, 1e-12);
}

TEST(BendingElement, what_cannot_bend_is_refused) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {2, 0, 0}};
  EXPECT_THROW(hinges_of({points, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}}), Error);  // three at an edge
  EXPECT_THROW(hinges_of({points, {{0, 1, 2}, {0, 1, 5}}}), Error);             // no area
  EXPECT_THROW(hinges_of({points, {{0, 1, 1}}}), Error);                        // a corner twice
  EXPECT_THROW(hinges_of({points, {{0, 1, 9}}}), Error);                        // no such vertex
  EXPECT_TRUE(hinges_of({points, {{0, 1, 2}}}).empty());
}

}  // namespace
}  // namespace sinew
