#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/base/error.h"
#include "tet/beam.h"
#include "tet/bodies.h"
#include "tet/elastic_assembly.h"
#include "tet/manufactured_solution.h"
#include "tet/tet_multigrid.h"

namespace sinew {
namespace {

using test::manufactured;
using test::params_of;

// Exact for cubics [Keast 1986]: five points of a tetrahedron as barycentric weights.
constexpr double kSixth = 1.0 / 6, kHalf = 0.5;
constexpr std::array<std::array<double, 4>, 5> kPoints{{{0.25, 0.25, 0.25, 0.25},
                                                        {kHalf, kSixth, kSixth, kSixth},
                                                        {kSixth, kHalf, kSixth, kSixth},
                                                        {kSixth, kSixth, kHalf, kSixth},
                                                        {kSixth, kSixth, kSixth, kHalf}}};
constexpr std::array<double, 5> kWeights{-0.8, 0.45, 0.45, 0.45, 0.45};

// Calls f(element, weights of the corners, point, volume) at every point of quadrature.
template <typename F>
void integrate(const VolumeMesh& mesh, F&& f) {
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t)
    for (std::size_t q = 0; q < kPoints.size(); ++q) {
      Vec3 p;
      for (int i = 0; i < 4; ++i) p += kPoints[q][i] * mesh.corners(t)[i];
      f(t, kPoints[q], p, kWeights[q] * tetrahedron_volume(mesh, t));
    }
}

// u = K^-1 f by V-cycles, to ten digits.
void solve_by_cycles(const ElasticRest& rest, std::span<const VolumeMesh> coarser, BlockVector<double> f,
                     BlockVector<double>& u) {
  BlockMatrix<double> K(rest.pattern);
  assemble<double>(rest, stiffness_elements<double>(rest), mass_matrix(rest), {1, 0}, HeldColumns::kDrop, K);
  const auto multigrid = make_multigrid<double>(rest, transfers_between(rest, coarser));
  multigrid->set_matrix(K);
  auto work = multigrid->make_work();
  BlockVector<double> e(f.size());
  for (const double aim = 1e-10 * norm<double>(f); norm<double>(f) > aim;) {
    multigrid->v_cycle(f, e, {}, work);
    axpby<double>(1, e, 1, u);
    residual<double>(K, f, e, f);
  }
}

// In L2, on the first of the meshes.
double error_of_manufactured_solution(std::span<const VolumeMesh> levels) {
  const Material material{1e3, 0.3, 1000};
  const VolumeMesh& mesh = levels[0];
  const auto held = test::nodes_where(mesh, test::on_unit_cube);
  const ElasticRest rest = make_elastic_rest(mesh, std::vector<Material>{material}, held);
  BlockVector<double> f(rest.positions.size()), u(rest.positions.size());
  integrate(mesh, [&](Index t, const auto& weights, const Vec3& p, double volume) {
    for (int i = 0; i < 4; ++i) {
      const Index v = rest.stars.element(t)[i];
      if (rest.held[v] == 0)
        f[v] = to_block(to_vec3(f[v]) + volume * weights[i] * test::manufactured_force(p, material));
    }
  });
  solve_by_cycles(rest, levels.subspan(1), std::move(f), u);
  double error = 0;
  integrate(mesh, [&](Index t, const auto& weights, const Vec3& p, double volume) {
    Vec3 difference = manufactured(p);
    for (int i = 0; i < 4; ++i) difference -= weights[i] * to_vec3(u[rest.stars.element(t)[i]]);
    error += volume * squared_norm(difference);
  });
  return std::sqrt(error);
}

TEST(Statics, the_error_on_a_manufactured_solution_falls_with_the_square_of_the_cell) {
  const std::vector<VolumeMesh> levels = nested_levels(box_mesh({1, 1, 1}, {6, 6, 6}), 2);
  double error[3];
  for (int level = 0; level < 3; ++level)
    error[level] = error_of_manufactured_solution(std::span(levels).subspan(level));
  for (int level = 0; level < 2; ++level) {
    const double rate = std::log2(error[level + 1] / error[level]);
    EXPECT_GT(rate, 1.8);
    EXPECT_LT(rate, 2.2);
  }
}

// Without Poisson's effect, which the clamped end hinders and the theory does not know.
TEST(Statics, a_cantilever_without_poisson_effect_deflects_as_timoshenko_says) {
  const test::Beam beam{.length = 4, .width = 0.25, .material = {1e6, 0, 1000}};
  const double deflection = test::linear_deflection(beam, {16, 4, 1}, 2);
  EXPECT_NEAR(deflection, beam.deflection(), 0.015 * beam.deflection());
}

// Linear tetrahedra lock, and need many elements through the height: 2, 4 and 8 here. The error falls with the
// square of the cell in the end.
TEST(Statics, a_cantilever_of_linear_tetrahedra_converges_to_one_of_quadratic_ones) {
  const test::Beam beam{.length = 4};
  const double reference = test::quadratic_deflection(beam, {16, 4, 4});
  EXPECT_NEAR(reference, beam.deflection(), 0.02 * beam.deflection());
  constexpr std::array kLinear{0.520, 0.796, 0.937};
  std::array<double, 3> missing{};
  for (int k = 0; k < 3; ++k) {
    missing[k] = 1 - test::linear_deflection(beam, {8, 2, 2}, k) / reference;
    EXPECT_NEAR(1 - missing[k], kLinear[k], 0.005) << k;
  }
  EXPECT_GT(std::log2(missing[0] / missing[1]), 1.2);
  EXPECT_GT(std::log2(missing[1] / missing[2]), 1.6);
}

// Displacement along a bar that hangs from x = 0: rho g / E (L x - x^2 / 2).
TEST(Statics, a_hanging_bar_without_poisson_effect_is_exact_in_the_mean_over_its_end) {
  const double length = 2;
  const Material material{1e5, 0, 1000};
  TetBodyModel model = test::held_model(nested_levels(box_mesh({length, 0.4, 0.4}, {5, 1, 1}), 2), material,
                                        test::at_the_left);
  model.forces = {Gravity{{9.81, 0, 0}}};
  const double exact = material.density * 9.81 / material.young * length * length / 2;
  // The end's mean, weighted by the area of each node's share: constant forces on one face make it.
  const VolumeMesh& mesh = model.levels[0];
  std::vector<double> share(mesh.positions.size(), 0);
  for (const Triangle& t : boundary_surface(mesh).triangles) {
    const auto &p = mesh.positions[t[0]], &q = mesh.positions[t[1]], &r = mesh.positions[t[2]];
    if (std::min({p.x, q.x, r.x}) < length - 1e-9) continue;
    for (const Index v : t) share[v] += norm(cross(q - p, r - p)) / 6 / 0.16;
  }
  for (const SolverMethod method : {SolverMethod::kMultigrid, SolverMethod::kCholesky}) {
    const auto u = test::balanced(model, params_of(Strain::kCauchy, Integrator::kStatic, method));
    double mean = 0;
    for (std::size_t v = 0; v < u.size(); ++v) mean += share[v] * u[v].x;
    EXPECT_NEAR(mean / exact, 1, 1e-6);
  }
}

TEST(Statics, the_three_strains_agree_where_loads_are_small) {
  TetBodyModel model =
      test::held_model({box_mesh({2, 0.5, 0.5}, {8, 2, 2})}, {1e6, 0.3, 1000}, test::at_the_left);
  model.forces = {Gravity{{0, -1e-3, 0}}};
  const auto cauchy = test::balanced(model, params_of(Strain::kCauchy, Integrator::kStatic));
  for (const Strain strain : {Strain::kCorotated, Strain::kGreen})
    EXPECT_LT(
        test::relative_difference(cauchy, test::balanced(model, params_of(strain, Integrator::kStatic))),
        1e-3);
}

TEST(Statics, the_two_large_strains_agree_where_turns_are_large_and_stretches_small) {
  TetBodyModel model =
      test::held_model({box_mesh({4, 0.25, 0.25}, {32, 2, 2})}, {3e6, 0, 1000}, test::at_the_left);
  model.forces = {Gravity{{0, -9.81, 0}}};
  const auto green = test::balanced(model, params_of(Strain::kGreen, Integrator::kStatic));
  const auto corotated = test::balanced(model, params_of(Strain::kCorotated, Integrator::kStatic));
  const auto cauchy = test::balanced(model, params_of(Strain::kCauchy, Integrator::kStatic));
  EXPECT_GT(test::relative_difference(green, cauchy), 0.2);
  EXPECT_LT(test::relative_difference(green, corotated), 0.02);
}

TetBodyModel two_cubes() {
  VolumeMesh mesh = box_mesh({1, 1, 1}, {2, 2, 2});
  const VolumeMesh other = mesh;
  for (const Vec3& p : other.positions) mesh.positions.push_back(p + Vec3{3, 0, 0});
  for (const auto& [a, b, c, d] : other.tetrahedra) {
    const Index n = other.node_count();
    mesh.tetrahedra.push_back({a + n, b + n, c + n, d + n});
  }
  TetBodyModel model;
  model.levels = {mesh};
  return model;
}

template <typename Held>
std::string refusal(TetBodyModel model, Held&& held) {
  model.holds = {{test::nodes_where(model.levels[0], held), Motion{}}};
  try {
    const TetBody body("plank", model, params_of(Strain::kCorotated, Integrator::kStatic));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Statics, a_body_that_nothing_holds_is_refused_by_name) {
  const TetBodyModel cubes = two_cubes();
  EXPECT_THAT(refusal(cubes, [](const Vec3&) { return false; }),
              testing::AllOf(testing::HasSubstr("'plank'"), testing::HasSubstr("held by nothing")));
  EXPECT_THAT(
      refusal(cubes, [](const Vec3& p) { return p.x == 0; }),
      testing::AllOf(testing::HasSubstr("48 elements near (3"), testing::HasSubstr("held by nothing")));
  EXPECT_THAT(refusal(cubes, [](const Vec3& p) { return p.y == 0 && p.z == 0; }),
              testing::HasSubstr("on one line only"));
  EXPECT_EQ(refusal(cubes, [](const Vec3& p) { return p.y == 0; }), "");
}

TEST(Statics, a_sheet_that_nothing_holds_is_refused_by_name) {
  TetBodyModel model;
  model.sheet = Sheet{{SurfaceMesh{{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {{0, 2, 1}}}}};
  EXPECT_THROW(TetBody("flag", model, params_of(Strain::kGreen, Integrator::kStatic)), Error);
  EXPECT_NO_THROW(TetBody("flag", model, params_of(Strain::kGreen, Integrator::kBackwardEuler)));
}

}  // namespace
}  // namespace sinew
