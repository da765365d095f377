#include "greens/sources/other_blocks.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <numeric>
#include <string>

#include "base/random.h"
#include "elastic/stress.h"
#include "greens/sources/standing_bodies.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

using Matrix = Eigen::MatrixXd;

Matrix to_matrix(const std::vector<double>& values, Index rows) {
  return Eigen::Map<const Matrix>(values.data(), rows, static_cast<Eigen::Index>(values.size()) / rows);
}

std::vector<Index> all_held(const FiniteElementSource& source) {
  std::vector<Index> all(source.elements().held_count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

class Blocks : public testing::TestWithParam<ElementOrder> {
 protected:
  FiniteElementSource source{standing_bar(), {.order = GetParam()}};
};

INSTANTIATE_TEST_SUITE_P(Elements, Blocks, testing::Values(ElementOrder::kLinear, ElementOrder::kQuadratic));

// X_FU = -(X_UF)^T, [JamesPai03, fig. 6] in force form: Betti's theorem.
TEST_P(Blocks, reactions_mirror_the_columns_of_supports) {
  const std::vector<Index> held = all_held(source);
  const Index n = 3 * source.count(), h = 3 * static_cast<Index>(held.size());
  const Matrix X_FU = to_matrix(support_columns(source, held).displacements, n);
  Matrix F = Matrix::Identity(n, n);
  const Matrix X_UF = to_matrix(support_reactions(source, {F.data(), static_cast<std::size_t>(F.size())}), h);
  EXPECT_LT((X_FU + X_UF.transpose()).cwiseAbs().maxCoeff(), 1e-11 * X_FU.cwiseAbs().maxCoeff());
}

TEST_P(Blocks, a_body_that_moves_with_its_supports_feels_no_force) {
  const ReferenceProblem problem = standing_bar();
  const std::vector<Index> held = all_held(source), free = free_vertices(problem);
  const SupportColumns columns = support_columns(source, held);
  const Index n = 3 * source.count(), h = 3 * static_cast<Index>(held.size());
  const Vec3 turn{0.3, -1, 0.7}, move{1, 2, -1};
  Eigen::VectorXd u(h), expected(n);
  Index at = 0;
  for (std::size_t i = 0; i < problem.held.size(); ++i) {
    const Vec3 rigid = move + cross(turn, problem.surface.positions[i]);
    if (problem.held[i])
      for (int d = 0; d < 3; ++d) u[at++] = rigid[d];
  }
  for (std::size_t k = 0; k < free.size(); ++k)
    for (int d = 0; d < 3; ++d)
      expected[static_cast<Index>(3 * k) + d] = (move + cross(turn, problem.surface.positions[free[k]]))[d];
  EXPECT_LT((to_matrix(columns.displacements, n) * u - expected).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((to_matrix(columns.reactions, h) * u).cwiseAbs().maxCoeff(), 1e-9);
}

TEST_P(Blocks, supports_carry_all_forces_and_the_weight) {
  const Index n = 3 * source.count(), h = 3 * source.elements().held_count;
  Random random(2);
  Matrix F(n, 1);
  for (Index i = 0; i < n; ++i) F(i) = random.uniform(-1, 1);
  const Matrix r = to_matrix(support_reactions(source, {F.data(), static_cast<std::size_t>(n)}), h);
  const WeightColumns weight = weight_columns(source);
  const Matrix R = to_matrix(weight.reactions, h);
  const double mass = 4 * 5;
  for (int d = 0; d < 3; ++d) {
    double force = 0, reaction = 0, carried = 0;
    for (Index i = d; i < n; i += 3) force += F(i);
    for (Index i = d; i < h; i += 3) reaction += r(i), carried += R(i, d);
    EXPECT_NEAR(reaction, -force, 1e-9);
    EXPECT_NEAR(carried, -mass, 1e-3 * mass);
  }
}

// Shortening of a bar under its own weight: rho g L^2 / 2 E at its top, if its foot may widen; somewhat less here.
TEST_P(Blocks, a_bar_sags_under_its_weight) {
  const ReferenceProblem problem = standing_bar();
  const WeightColumns weight = weight_columns(source);
  const std::vector<Index> free = free_vertices(problem);
  double top = 0;
  for (std::size_t k = 0; k < free.size(); ++k)
    if (problem.surface.positions[free[k]].y > 3.999)
      top = std::max(top, weight.displacements[3 * free.size() + 3 * k + 1]);
  EXPECT_NEAR(top, 5 * 16 / (2 * 2.0), 0.06 * 20);
  EXPECT_GT(weight.on_mass(1, 1), 0);
  EXPECT_NEAR(weight.on_mass(0, 1), weight.on_mass(1, 0), 1e-9 * weight.on_mass(0, 0));
}

// Far from both ends of a bar that is pulled at its top, the stress is F / A along it.
TEST_P(Blocks, stress_inside_a_pulled_bar_is_force_over_area) {
  const ReferenceProblem problem = standing_bar();
  const Vec3 inside[] = {{0.5, 2, 0.5}};
  const std::vector<Index> free = free_vertices(problem);
  const std::vector<double> areas = vertex_areas(problem.surface);
  const Index n = 3 * source.count();
  Eigen::VectorXd f = Eigen::VectorXd::Zero(n);
  double top = 0;
  for (std::size_t k = 0; k < free.size(); ++k)
    if (problem.surface.positions[free[k]].y > 3.999)
      f[static_cast<Index>(3 * k) + 1] = areas[free[k]], top += areas[free[k]];
  f /= top;
  const Matrix stress = to_matrix(inner_rows(source, inside, InnerQuantity::kStress), n).transpose() * f;
  const Matrix strain = to_matrix(inner_rows(source, inside, InnerQuantity::kStrain), n).transpose() * f;
  const Matrix u = to_matrix(inner_rows(source, inside, InnerQuantity::kDisplacement), n).transpose() * f;
  EXPECT_NEAR(stress(1), 1, 0.08);
  EXPECT_NEAR(strain(1), 1 / 2.0, 0.04);
  EXPECT_NEAR(strain(0), -0.3 / 2, 0.03);
  EXPECT_NEAR(u(1), 2 / 2.0, 0.08);
  for (const int k : {0, 2, 3, 4, 5}) EXPECT_NEAR(stress(k), 0, 0.08) << k;
}

TEST_P(Blocks, points_outside_have_no_rows) {
  const Vec3 outside[] = {{5, 0, 0}};
  try {
    inner_rows(source, outside, InnerQuantity::kStrain);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("(5, 0, 0) is outside"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace sinew
