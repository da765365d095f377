#include "adaptive/multilevel_cycle.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/parallel.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

constexpr Index kNodes = 256;

Vec3 interpolated(const ElementRow& row, std::span<const Block3<double>> x) {
  Vec3 sum;
  for (int k = 0; k < 4; ++k) sum += row.weight[k] * to_vec3(x[row.node[k]]);
  return sum;
}

// Calls act for each of the nodes; act may write what belongs to its node.
template <typename Act>
void for_each_of(std::span<const Index> nodes, const Act& act) {
  parallel_for_each(nodes.size(), kNodes, [&](Index i) { act(nodes[i]); });
}

// The sum of f(node), with the same bits for any number of threads.
template <typename F>
double sum_over(std::span<const Index> nodes, const F& f) {
  return parallel_reduce(
      static_cast<Index>(nodes.size()), kNodes, 0.0,
      [&](Index begin, Index end) {
        double sum = 0;
        for (Index i = begin; i < end; ++i) sum += f(nodes[i]);
        return sum;
      },
      std::plus<>());
}

}  // namespace

std::vector<std::vector<char>> fixed_nodes(const AdaptiveRest& rest) {
  std::vector<std::vector<char>> fixed{rest.finest().elements.held};
  for (int l = 1; l < rest.count(); ++l) {
    std::vector<char>& here = fixed.emplace_back(rest.levels[l].node_count(), 0);
    for (Index N = 0; N < rest.levels[l].node_count(); ++N) {
      double all = 0, held = 0;
      for (const auto& [node, weight] : rest.levels[l - 1].moved[N]) {
        all += std::abs(weight);
        if (fixed[l - 1][node] != 0) held += std::abs(weight);
      }
      here[N] = all > 0 && held > 0.5 * all ? 1 : 0;
    }
  }
  return fixed;
}

MultilevelCycle::MultilevelCycle(const AdaptiveRest& rest, const Front& front,
                                 std::vector<LevelOperator>& operators)
    : rest_(rest), front_(front), operators_(operators), levels_(rest.count()) {
  std::vector<std::vector<char>> fixed = fixed_nodes(rest);
  for (int l = 0; l < rest.count(); ++l) {
    Level& level = levels_[l];
    level.fixed = std::move(fixed[l]);
    for (auto* x : {&level.w, &level.b, &level.before, &level.change, &level.residual, &level.image})
      x->resize(rest.levels[l].node_count());
  }
  front_changed();
}

void MultilevelCycle::front_changed() {
  for (int l = 0; l < rest_.count(); ++l) {
    Level& level = levels_[l];
    const auto is_free = [&](Index i) { return level.fixed[i] == 0; };
    level.solved.clear(), level.solved_front.clear();
    std::ranges::copy_if(front_.lists(l).active, std::back_inserter(level.solved), is_free);
    std::ranges::copy_if(front_.lists(l).front, std::back_inserter(level.solved_front), is_free);
    // Elsewhere they stay 0: residuals of nodes that are not solved are not restricted, and changes not interpolated.
    set_zero<double>(level.residual), set_zero<double>(level.change);
  }
}

void MultilevelCycle::factor_coarsest() {
  const ProfileZone zone("factor");
  LevelOperator& last = operators_.back();
  BlockMatrix<double>& A = last.matrix();
  const Level& level = levels_.back();
  for (Index i = 0; i < A.rows(); ++i) {
    if (level.fixed[i] == 0) continue;
    for (Index at = A.pattern->row_start[i]; at < A.pattern->row_start[i + 1]; ++at)
      for (int k = 0; k < 9; ++k) A.block(at)[k] = at == A.pattern->diagonal[i] && k % 4 == 0 ? 1 : 0;
  }
  coarsest_.factor(A, level.fixed);
}

void MultilevelCycle::fill() {
  for (int l = 0; l + 1 < rest_.count(); ++l)
    for_each_of(front_.lists(l + 1).interior, [&](Index N) {
      levels_[l + 1].w[N] = to_block(interpolated(rest_.levels[l].down[N], levels_[l].w));
    });
  for (int l = rest_.count() - 2; l >= 0; --l)
    for_each_of(front_.lists(l).interface, [&](Index n) {
      levels_[l].w[n] = to_block(interpolated(rest_.levels[l].up[n], levels_[l + 1].w));
    });
}

SolveReport MultilevelCycle::solve(const Goal& goal) {
  const ProfileZone zone("solve");
  measures_ = goal.cycles == 0;
  SolveReport report;
  double first = 0;
  const int most = goal.cycles > 0 ? goal.cycles : goal.most;
  for (report.iterations = 0;; ++report.iterations) {
    if (report.iterations == most && !measures_) break;
    const double size = run();
    if (!measures_) continue;
    if (report.iterations == 0) first = size;
    report.residual = first > 0 ? size / first : 0;
    report.converged = report.residual <= goal.tolerance;
    if (report.converged || report.iterations == most || !std::isfinite(size)) break;
  }
  return report;
}

double MultilevelCycle::residual_of_front() {
  fill();
  double squared = 0;
  for (int l = 0; l < rest_.count(); ++l)
    squared += sum_over(levels_[l].solved_front, [&](Index i) {
      return squared_norm(operators_[l].residual(i, levels_[l].b, levels_[l].w));
    });
  return std::sqrt(squared);
}

// Returns the residual of the front as it was before, if it is asked for.
double MultilevelCycle::run() {
  double squared = 0;
  for (int l = 0; l + 1 < rest_.count(); ++l) {
    squared += start_down(l);
    restrict_from(l);
  }
  squared += start_down(rest_.count() - 1);
  solve_coarsest();
  for (int l = rest_.count() - 2; l >= 0; --l) correct(l);
  return std::sqrt(squared);
}

double MultilevelCycle::start_down(int l) {
  Level& level = levels_[l];
  double squared = 0;
  if (measures_)
    squared = sum_over(level.solved_front,
                       [&](Index i) { return squared_norm(operators_[l].residual(i, level.b, level.w)); });
  for_each_of(front_.lists(l).active, [&](Index i) { level.before[i] = level.w[i]; });
  if (l + 1 < rest_.count()) operators_[l].sweep(level.solved, 1, level.b, level.w, false);
  return squared;
}

// Rows of interior nodes read nodes of their own level, which must all be restricted before.
void MultilevelCycle::restrict_from(int l) {
  Level &fine = levels_[l], &coarse = levels_[l + 1];
  if (fine.solved.empty()) return;
  for_each_of(fine.solved,
              [&](Index i) { fine.residual[i] = to_block(operators_[l].residual(i, fine.b, fine.w)); });
  const std::span<const Index> interior = front_.lists(l + 1).interior;
  for_each_of(interior,
              [&](Index N) { coarse.w[N] = to_block(interpolated(rest_.levels[l].down[N], fine.w)); });
  for_each_of(interior, [&](Index N) {
    if (coarse.fixed[N] != 0) return;
    Vec3 sum = operators_[l + 1].product(N, coarse.w);
    for (const auto& [node, weight] : rest_.levels[l].moved[N]) sum += weight * to_vec3(fine.residual[node]);
    coarse.b[N] = to_block(sum);
  });
}

void MultilevelCycle::solve_coarsest() {
  Level& level = levels_.back();
  const LevelOperator& A = operators_.back();
  for_each_of(level.solved, [&](Index i) { level.residual[i] = to_block(A.residual(i, level.b, level.w)); });
  coarsest_.solve<double>(level.residual, level.image, direct_);
  for_each_of(level.solved,
              [&](Index i) { level.w[i] = to_block(to_vec3(level.w[i]) + to_vec3(level.image[i])); });
}

void MultilevelCycle::correct(int l) {
  Level &fine = levels_[l], &coarse = levels_[l + 1];
  if (fine.solved.empty()) return;
  const LevelRest& rest = rest_.levels[l];
  for_each_of(front_.lists(l).interface,
              [&](Index n) { fine.w[n] = to_block(interpolated(rest.up[n], coarse.w)); });
  for_each_of(fine.solved, [&](Index n) {
    fine.change[n] = to_block(interpolated(rest.up[n], coarse.w) - interpolated(rest.up[n], coarse.before));
  });
  for_each_of(fine.solved, [&](Index n) {
    fine.residual[n] = to_block(operators_[l].residual(n, fine.b, fine.w));
    fine.image[n] = to_block(operators_[l].product(n, fine.change));
  });
  const double gain =
      sum_over(fine.solved, [&](Index n) { return block_dot(fine.change[n], fine.residual[n]); });
  const double cost =
      sum_over(fine.solved, [&](Index n) { return block_dot(fine.change[n], fine.image[n]); });
  const double share = cost > 0 ? gain / cost : 0;
  for_each_of(fine.solved,
              [&](Index n) { fine.w[n] = to_block(to_vec3(fine.w[n]) + share * to_vec3(fine.change[n])); });
  operators_[l].sweep(fine.solved, 1, fine.b, fine.w, true);
}

}  // namespace sinew
