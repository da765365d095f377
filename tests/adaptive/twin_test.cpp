#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>

#include "adaptive/bear_steps.h"
#include "adaptive/random_fronts.h"

namespace sinew {
namespace {

using Matrix = Eigen::MatrixXd;

// Increments of level 0 by those of the active nodes of all levels, a column for each: active nodes of level 0 themselves,
// others as P has them, level by level.
Matrix interpolation_of_front(const AdaptiveRest& rest, const Front& front) {
  const Index columns = front.active_count();
  Matrix W;  // of the level
  Index first = 0;
  for (int l = rest.count() - 1; l >= 0; --l) {
    Matrix fine = Matrix::Zero(rest.levels[l].node_count(), columns);
    for (const Index n : front.lists(l).active) fine(n, first++) = 1;
    for (const Index n : front.lists(l).inactive)
      for (int k = 0; k < 4; ++k)
        fine.row(n) += rest.levels[l].up[n].weight[k] * W.row(rest.levels[l].up[n].node[k]);
    W = std::move(fine);
  }
  // Interior nodes that no inactive node follows move nothing, and held nodes do not move.
  std::vector<Index> used;
  for (Index n = 0; n < W.rows(); ++n)
    if (rest.finest().elements.held[n] != 0) W.row(n).setZero();
  for (Index c = 0; c < columns; ++c)
    if (W.col(c).norm() > 1e-12) used.push_back(c);
  return W(Eigen::all, used);
}

// A bear that stands on its feet.
TetBodyModel standing_bear() {
  TetBodyModel model = test::model_of(test::bear_levels(2000, 4));
  const double low = bounding_box(model.levels[0].positions).lower.y;
  Hold feet;
  for (Index v = 0; v < model.levels[0].node_count(); ++v)
    if (model.levels[0].positions[v].y < low + 0.004) feet.nodes.push_back(v);
  model.holds = {feet};
  return model;
}

constexpr double kLongStep = 0.1;
const Vec3 kWeight{0, -9.81, 3};

// The increments of level 0 in one step from rest.
std::vector<Vec3> solved(test::BearSteps& bear) {
  bear.set_weight(kWeight);
  bear.stepper.begin_step(0, kLongStep);
  bear.stepper.relax();
  EXPECT_TRUE(bear.stepper.last_solve().converged);
  std::vector<Vec3> w;
  for (const Block3<double>& b : bear.finest(bear.stepper.increment())) w.push_back(to_vec3(b));
  return w;
}

// W (W^T A W)^-1 W^T f
std::vector<Vec3> solved_by_twin(test::BearSteps& fine, const Front& front) {
  const AdaptiveRest& rest = fine.body.rest();
  const BlockMatrix<double>& blocks = fine.system().level_operator(0).matrix();
  const Index n = blocks.rows();
  Matrix A = Matrix::Zero(3 * n, 3 * n);
  Eigen::VectorXd f(3 * n);
  for (Index i = 0; i < n; ++i)
    for (int r = 0; r < 3; ++r) {
      f(3 * i + r) = to_vec3(fine.forces.force[i])[r];
      if (rest.finest().elements.held[i] != 0) continue;
      for (Index at = blocks.pattern->row_start[i]; at < blocks.pattern->row_start[i + 1]; ++at)
        for (int c = 0; c < 3; ++c)
          A(3 * i + r, 3 * blocks.pattern->column[at] + c) = blocks.block(at)[3 * c + r];
    }
  const Matrix nodes = interpolation_of_front(rest, front);
  Matrix W = Matrix::Zero(3 * n, 3 * nodes.cols());
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < nodes.cols(); ++c)
      for (int k = 0; k < 3; ++k) W(3 * i + k, 3 * c + k) = nodes(i, c);
  const Matrix reduced = W.transpose() * A * W;
  EXPECT_LT((reduced - reduced.transpose()).norm(), 1e-9 * reduced.norm());
  // Columns of interior nodes may depend on each other.
  const Eigen::VectorXd w = W * reduced.completeOrthogonalDecomposition().solve(W.transpose() * f);
  std::vector<Vec3> result;
  for (Index i = 0; i < n; ++i) result.push_back({w(3 * i), w(3 * i + 1), w(3 * i + 2)});
  return result;
}

double difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double sum = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += squared_norm(a[i] - b[i]), size += squared_norm(b[i]);
  return std::sqrt(sum / size);
}

TEST(GalerkinTwin, has_nearly_the_answer_of_the_cycle_on_the_same_front) {
  const TetBodyModel model = standing_bear();
  test::BearSteps fine(model, {.changes = false}, {}, 1e-8);
  fine.control.refine_all();
  const std::vector<Vec3> full = solved(fine);
  const Box3 box = bounding_box(fine.places());
  const auto check = [&](const char* what, auto&& is_fine, double most) {
    test::BearSteps bear(model, {.changes = false}, {}, 1e-8);
    test::refine_where(bear.body.rest(), bear.system().front(), is_fine);
    bear.system().front_changed();
    const std::vector<Vec3> own = solved(bear), twin = solved_by_twin(fine, bear.system().front());
    std::printf("%s: %d active; cycle - twin %.4f, cycle - full %.4f, twin - full %.4f\n", what,
                bear.system().front().active_count(), difference(own, twin), difference(own, full),
                difference(twin, full));
    EXPECT_LT(difference(own, twin), most);
    EXPECT_LT(difference(own, full), most);
  };
  check(
      "fine", [](const Vec3&) { return true; }, 1e-6);
  check(
      "head", [&](const Vec3& p) { return p.y > box.center().y; }, 0.4);
  check(
      "feet", [&](const Vec3& p) { return p.y < box.center().y; }, 0.3);
  check(
      "left", [&](const Vec3& p) { return p.x < box.center().x; }, 0.3);
}

// Scattered fronts, which the criterion never makes, are the hard case.
TEST(Front, random_fronts_are_solved) {
  const TetBodyModel model = standing_bear();
  Random random(11);
  constexpr int kTrials = 40;
  int solved_fronts = 0;
  std::vector<double> factors;
  for (int trial = 0; trial < kTrials; ++trial) {
    test::BearSteps bear(model, {.changes = false}, {}, 1e-3, 400);
    for (int change = 0; change < 20 + 10 * trial; ++change)
      test::refine_at_random(bear.body.rest(), random, bear.system().front());
    bear.system().front_changed();
    bear.set_weight(kWeight);
    bear.stepper.begin_step(0, 0.01);
    bear.stepper.relax();
    const SolveReport report = bear.stepper.last_solve();
    EXPECT_LT(report.residual, 0.1);
    solved_fronts += report.converged ? 1 : 0;
    factors.push_back(std::pow(report.residual, 1.0 / report.iterations));
  }
  std::ranges::sort(factors);
  std::printf("%d of %d solved to 1e-3; mean factor of a cycle: median front %.3f, worst %.3f\n",
              solved_fronts, kTrials, factors[kTrials / 2], factors.back());
  EXPECT_GE(solved_fronts, kTrials * 8 / 10);
  EXPECT_LT(factors[kTrials / 2], 0.6);
}

}  // namespace
}  // namespace sinew
