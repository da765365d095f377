#include "elastic/quadratic_tetrahedron.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "mesh/tetrahedron_edges.h"

namespace sinew {
namespace {

const std::array<Vec3, 4> kTetrahedron{Vec3{0.1, 0, 0}, Vec3{1.2, 0.1, -0.1}, Vec3{0.2, 0.9, 0.2},
                                       Vec3{0, 0.3, 1.1}};

std::array<Vec3, kQuadraticNodes> nodes() {
  std::array<Vec3, kQuadraticNodes> at;
  for (int i = 0; i < 4; ++i) at[i] = kTetrahedron[i];
  for (int e = 0; e < 6; ++e)
    at[4 + e] = 0.5 * (kTetrahedron[kTetrahedronEdges[e][0]] + kTetrahedron[kTetrahedronEdges[e][1]]);
  return at;
}

Barycentric node_coordinates(int node) {
  Barycentric b{};
  if (node < 4) b[node] = 1;
  if (node >= 4) b[kTetrahedronEdges[node - 4][0]] = b[kTetrahedronEdges[node - 4][1]] = 0.5;
  return b;
}

Vec3 point_at(const Barycentric& b) {
  Vec3 p;
  for (int i = 0; i < 4; ++i) p += b[i] * kTetrahedron[i];
  return p;
}

std::array<Vec3, kQuadraticNodes> forces(const Material& m, const std::array<Vec3, kQuadraticNodes>& u) {
  const TetrahedronShape shape = tetrahedron_shape(kTetrahedron);
  std::array<Vec3, kQuadraticNodes> f;
  for (int i = 0; i < kQuadraticNodes; ++i) {
    const auto row = quadratic_stiffness_row(shape, m.lambda(), m.mu(), i);
    for (int j = 0; j < kQuadraticNodes; ++j)
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) f[i][r] += row[j][3 * c + r] * u[j][c];
  }
  return f;
}

template <typename Field>
double energy_of(const Material& m, Field&& field) {
  std::array<Vec3, kQuadraticNodes> u;
  for (int i = 0; i < kQuadraticNodes; ++i) u[i] = field(nodes()[i]);
  const auto f = forces(m, u);
  double energy = 0;
  for (int i = 0; i < kQuadraticNodes; ++i) energy += 0.5 * dot(f[i], u[i]);
  return energy;
}

TEST(QuadraticTetrahedron, a_shape_function_is_one_at_its_own_node_and_zero_at_the_others) {
  for (int node = 0; node < kQuadraticNodes; ++node) {
    const auto values = quadratic_values(node_coordinates(node));
    for (int i = 0; i < kQuadraticNodes; ++i) EXPECT_NEAR(values[i], i == node ? 1 : 0, 1e-15);
  }
}

TEST(QuadraticTetrahedron, quadratic_fields_and_their_gradients_are_reproduced) {
  const auto field = [](const Vec3& p) { return p.x * p.x - 2 * p.x * p.y + 3 * p.y * p.z - p.z + 0.5; };
  const auto slope = [](const Vec3& p) { return Vec3{2 * p.x - 2 * p.y, -2 * p.x + 3 * p.z, 3 * p.y - 1}; };
  const TetrahedronShape shape = tetrahedron_shape(kTetrahedron);
  Random random(2);
  for (int trial = 0; trial < 20; ++trial) {
    const Vec3 r = random.in_box({0, 0, 0}, {1, 1, 1});
    const Barycentric b{r.x, r.y, r.z, 1 - r.x - r.y - r.z};
    const auto values = quadratic_values(b);
    const auto gradients = quadratic_gradients(shape, b);
    double value = 0;
    Vec3 gradient;
    for (int i = 0; i < kQuadraticNodes; ++i) {
      value += field(nodes()[i]) * values[i];
      gradient += field(nodes()[i]) * gradients[i];
    }
    EXPECT_NEAR(value, field(point_at(b)), 1e-13);
    EXPECT_LT(norm(gradient - slope(point_at(b))), 1e-12);
  }
}

TEST(QuadraticTetrahedron, translations_and_small_rotations_give_no_force) {
  std::array<Vec3, kQuadraticNodes> moved, turned;
  for (int i = 0; i < kQuadraticNodes; ++i) {
    moved[i] = {1, 2, 3};
    turned[i] = cross(Vec3{0.3, -1, 0.5}, nodes()[i]);
  }
  for (const auto& u : {moved, turned})
    for (const Vec3& f : forces(Material{1, 0.49, 1000}, u)) EXPECT_LT(norm(f), 1e-12);
}

TEST(QuadraticTetrahedron, stiffness_is_symmetric) {
  const TetrahedronShape shape = tetrahedron_shape(kTetrahedron);
  for (int i = 0; i < kQuadraticNodes; ++i)
    for (int j = 0; j < kQuadraticNodes; ++j) {
      const ElementBlock a = quadratic_stiffness_row(shape, 1.5, 0.8, i)[j];
      const ElementBlock b = quadratic_stiffness_row(shape, 1.5, 0.8, j)[i];
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(a[3 * c + r], b[3 * r + c], 1e-15);
    }
}

// Pure bending of a beam along x with free sides: strain y along x, -nu y across, no shear. The energy is
// E / 2 times the integral of y^2, for any Poisson's ratio: nothing locks.
TEST(QuadraticTetrahedron, the_energy_of_pure_bending_is_exact) {
  const double volume = tetrahedron_shape(kTetrahedron).volume;
  double sum = 0, squares = 0;
  for (const Vec3& p : kTetrahedron) sum += p.y, squares += p.y * p.y;
  const double integral = volume / 20 * (squares + sum * sum);
  for (const double nu : {0.0, 0.3, 0.49}) {
    const Material m{2e5, nu, 1000};
    const double energy = energy_of(m, [&](const Vec3& p) {
      return Vec3{p.x * p.y, -0.5 * (p.x * p.x + nu * (p.y * p.y - p.z * p.z)), -nu * p.y * p.z};
    });
    EXPECT_NEAR(energy, 0.5 * m.young * integral, 1e-9 * m.young * integral) << nu;
  }
}

TEST(QuadraticTetrahedron, a_constant_force_acts_at_the_centroid) {
  double total = 0;
  Vec3 at;
  for (int i = 0; i < kQuadraticNodes; ++i) {
    total += quadratic_share(i);
    at += quadratic_share(i) * nodes()[i];
  }
  EXPECT_NEAR(total, 1, 1e-15);
  EXPECT_LT(distance(at, point_at({0.25, 0.25, 0.25, 0.25})), 1e-15);
}

}  // namespace
}  // namespace sinew
