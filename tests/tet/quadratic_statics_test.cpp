#include "tet/quadratic_statics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error_of.h"
#include "base/random.h"
#include "sinew/meshing/tetrahedra.h"
#include "tet/bars.h"
#include "tet/beam.h"
#include "tet/manufactured_solution.h"

namespace sinew {
namespace {

using test::at_the_left;

// A box whose inner nodes, and those on its faces within them, are moved at random by a fifth of a cell.
VolumeMesh irregular_box(Index cells) {
  VolumeMesh mesh = box_mesh({1, 1, 1}, {cells, cells, cells});
  Random random(5);
  const double most = 0.2 / cells;
  for (Vec3& p : mesh.positions) {
    const Vec3 shift = random.in_box({-most, -most, -most}, {most, most, most});
    for (int axis = 0; axis < 3; ++axis)
      if (p[axis] > 1e-9 && p[axis] < 1 - 1e-9) p[axis] += shift[axis];
  }
  return mesh;
}

template <typename Field>
std::vector<Vec3> values_at(const QuadraticMesh& mesh, Field&& field) {
  std::vector<Vec3> values;
  for (const Vec3& p : mesh.positions) values.push_back(field(p));
  return values;
}

double largest(const std::vector<Vec3>& values) {
  double most = 0;
  for (const Vec3& v : values) most = std::max(most, norm(v));
  return most;
}

double largest_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, distance(a[i], b[i]));
  return most;
}

TEST(QuadraticStatics, nodes_are_numbered_as_by_a_refinement) {
  const VolumeMesh mesh = box_mesh({2, 1, 1}, {2, 1, 2});
  const QuadraticMesh quadratic = make_quadratic_mesh(mesh);
  EXPECT_EQ(quadratic.positions, refine_nested(mesh).positions);
  EXPECT_EQ(quadratic.middle_of(0, 0), -1);
}

TEST(QuadraticStatics, linear_and_quadratic_fields_pass_the_patch_test) {
  const Material material{1e5, 0.45, 1};
  const double lambda = material.lambda(), mu = material.mu();
  QuadraticStatics cube = QuadraticStatics::held_where(irregular_box(3), {&material, 1}, test::on_unit_cube);
  const auto linear = [](const Vec3& p) {
    return Vec3{0.1 * p.x + 0.2 * p.y, -0.3 * p.z, 0.05 * p.x - 0.1 * p.z};
  };
  // div sigma = mu lap u + (lambda + mu) grad div u, with div u = 2 x + z + 4 z, lap u = (2, -2, 4).
  const auto quadratic = [](const Vec3& p) { return Vec3{p.x * p.x, p.y * p.z - p.x * p.x, 2 * p.z * p.z}; };
  const Vec3 load = -1.0 * (mu * Vec3{2, -2, 4} + (lambda + mu) * Vec3{2, 0, 5});
  const auto none = cube.weight({});
  const auto u1 = values_at(cube.mesh(), linear), u2 = values_at(cube.mesh(), quadratic);
  EXPECT_LT(largest_difference(cube.solve(none, u1), u1), 1e-12);
  EXPECT_LT(largest_difference(cube.solve(cube.weight(load), u2), u2), 1e-11);
}

TEST(QuadraticStatics, rigid_motions_give_no_force) {
  const Material material{1, 0.49, 1};
  const QuadraticStatics cube = QuadraticStatics::held_where(irregular_box(3), {&material, 1}, at_the_left);
  for (const Vec3& turning : {Vec3{}, Vec3{0.3, -1, 0.5}})
    EXPECT_LT(largest(cube.forces(values_at(cube.mesh(),
                                            [&](const Vec3& p) {
                                              return Vec3{1, 2, 3} + cross(turning, p);
                                            }))),
              1e-12);
}

// u = rho g / E (L x - x^2 / 2) along a bar that hangs from x = 0: quadratic, so exact.
TEST(QuadraticStatics, a_hanging_bar_without_poisson_effect_is_exact_and_its_hold_bears_the_weight) {
  const double length = 2;
  const Material material{1e5, 0, 1000};
  QuadraticStatics bar =
      QuadraticStatics::held_where(box_mesh({length, 0.4, 0.4}, {3, 1, 1}), {&material, 1}, at_the_left);
  const auto weight = bar.weight({9.81, 0, 0});
  const auto u = bar.solve(weight);
  const double scale = material.density * 9.81 / material.young;
  const auto exact = values_at(bar.mesh(), [&](const Vec3& p) {
    return Vec3{scale * (length * p.x - p.x * p.x / 2), 0, 0};
  });
  EXPECT_LT(largest_difference(u, exact), 1e-11);
  Vec3 reaction;
  const auto forces = bar.forces(u);
  for (Index v = 0; v < bar.mesh().node_count(); ++v)
    if (bar.held()[v] != 0) reaction += forces[v] - weight[v];
  EXPECT_LT(distance(reaction, {-9.81 * material.density * length * 0.16, 0, 0}), 1e-6);
}

// Calls f(element, barycentric weights, point, volume) at every point of quadrature: products of four
// Gauss-Legendre points, collapsed into the tetrahedron; exact for polynomials of degree 5.
template <typename F>
void integrate(const VolumeMesh& mesh, F&& f) {
  constexpr std::array<double, 4> kAt{0.069431844202973712388, 0.33000947820757186760, 0.66999052179242813240,
                                      0.93056815579702628761};
  constexpr std::array<double, 4> kWeight{0.17392742256872692869, 0.32607257743127307131,
                                          0.32607257743127307131, 0.17392742256872692869};
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t)
    for (int i = 0; i < 64; ++i) {
      const int a = i % 4, b = i / 4 % 4, c = i / 16;
      const double u = kAt[a], v = kAt[b] * (1 - u), w = kAt[c] * (1 - u - v);
      const std::array<double, 4> weights{1 - u - v - w, u, v, w};
      Vec3 p;
      for (int k = 0; k < 4; ++k) p += weights[k] * mesh.corners(t)[k];
      f(t, weights, p,
        6 * tetrahedron_volume(mesh, t) * kWeight[a] * kWeight[b] * kWeight[c] * (1 - u) * (1 - u - v));
    }
}

double error_of_manufactured_solution(Index cells) {
  const Material material{1e3, 0.3, 1};
  const VolumeMesh mesh = box_mesh({1, 1, 1}, {cells, cells, cells});
  QuadraticStatics cube = QuadraticStatics::held_where(mesh, {&material, 1}, test::on_unit_cube);
  std::vector<Vec3> f(cube.mesh().positions.size());
  integrate(mesh, [&](Index t, const Barycentric& b, const Vec3& p, double volume) {
    for (int i = 0; i < kQuadraticNodes; ++i)
      f[cube.mesh().elements[t][i]] +=
          volume * quadratic_values(b)[i] * test::manufactured_force(p, material);
  });
  const std::vector<Vec3> u = cube.solve(f);
  double error = 0;
  integrate(mesh, [&](Index t, const Barycentric& b, const Vec3& p, double volume) {
    Vec3 difference = test::manufactured(p);
    for (int i = 0; i < kQuadraticNodes; ++i)
      difference -= quadratic_values(b)[i] * u[cube.mesh().elements[t][i]];
    error += volume * squared_norm(difference);
  });
  return std::sqrt(error);
}

TEST(QuadraticStatics, the_error_on_a_manufactured_solution_falls_with_the_cube_of_the_cell) {
  const double coarse = error_of_manufactured_solution(4), fine = error_of_manufactured_solution(8);
  EXPECT_NEAR(std::log2(coarse / fine), 3, 0.3);
}

// Two cells thick. What quadratic elements lack is the clamp's, which the theory does not know: with 6 cells it
// is 0.976 at 0.49.
TEST(QuadraticStatics, a_cantilever_two_cells_thick_deflects_as_timoshenko_says_where_linear_elements_lock) {
  struct Case {
    double poisson, tolerance, linear;
  };
  for (const auto& [poisson, tolerance, linear] :
       {Case{0, 0.001, 0.55}, Case{0.3, 0.015, 0.504}, Case{0.49, 0.05, 0.104}}) {
    const test::Beam beam{.material = {1e6, poisson, 1000}};
    const std::array<Index, 3> cells{20, 2, 2};
    EXPECT_NEAR(test::quadratic_deflection(beam, cells) / beam.deflection(), 1, tolerance) << poisson;
    EXPECT_NEAR(test::linear_deflection(beam, cells) / beam.deflection(), linear, 0.01) << poisson;
  }
}

TEST(QuadraticStatics, responses_of_some_nodes_are_symmetric_and_equal_direct_solves) {
  const Material material{1, 0.3, 1};
  QuadraticStatics bar =
      QuadraticStatics::held_where(box_mesh({2, 1, 1}, {4, 2, 2}), {&material, 1}, at_the_left);
  std::vector<Index> kept;
  for (Index v = 0; v < bar.mesh().node_count(); ++v)
    if (bar.mesh().positions[v].y > 1 - 1e-9 && bar.held()[v] == 0) kept.push_back(v);
  const DenseMatrix G = bar.responses(kept);
  ASSERT_EQ(G.size, 3 * static_cast<Index>(kept.size()));
  for (const Index column : {Index{0}, G.size / 2, G.size - 1}) {
    std::vector<Vec3> f(bar.mesh().positions.size());
    f[kept[column / 3]][column % 3] = 1;
    const std::vector<Vec3> u = bar.solve(f);
    for (Index row = 0; row < G.size; ++row) {
      EXPECT_NEAR(G(row, column), u[kept[row / 3]][row % 3], 1e-10 * G(column, column));
      EXPECT_EQ(G(row, column), G(column, row));
    }
  }
}

TEST(QuadraticStatics, what_cannot_be_solved_is_refused_by_what_is_wrong_with_it) {
  const std::vector<Material> material(1);
  const VolumeMesh mesh = box_mesh({1, 1, 1}, {1, 1, 1});
  const auto refusal = [&](const VolumeMesh& body, std::vector<Index> held, std::span<const Material> of) {
    return error_of([&] { QuadraticStatics(body, of, held); });
  };
  EXPECT_THAT(refusal(mesh, {}, material), testing::HasSubstr("held by nothing"));
  EXPECT_THAT(refusal(mesh, {0, 1, 99}, material), testing::HasSubstr("99"));
  EXPECT_THAT(refusal(mesh, {0, 1, 2}, std::vector<Material>(2)), testing::HasSubstr("2 materials"));
  VolumeMesh inverted = mesh;
  std::swap(inverted.tetrahedra[3][0], inverted.tetrahedra[3][1]);
  EXPECT_THAT(refusal(inverted, {0, 1, 2}, material), testing::HasSubstr("element 3 is inverted"));
  VolumeMesh unused = mesh;
  unused.positions.push_back({});
  EXPECT_THAT(refusal(unused, {0, 1, 2, 4}, material), testing::HasSubstr("belongs to no element"));
  const QuadraticStatics cube(mesh, material, std::vector<Index>{0, 1, 2});
  EXPECT_THAT(error_of([&] {
                cube.responses(std::vector<Index>{5, 2});
              }),
              testing::HasSubstr("node 2 is held"));
}

}  // namespace
}  // namespace sinew
