#include "adaptive/multilevel_cycle.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "adaptive/node_loops.h"
#include "sinew/base/profile.h"

namespace sinew {

MultilevelCycle::MultilevelCycle(const AdaptiveRest& rest, const Front& front,
                                 const std::vector<LevelOperator>& operators, const DirectSolver& coarsest)
    : rest_(rest), front_(front), operators_(operators), levels_(rest.count()), coarsest_(coarsest) {
  for (int l = 0; l < rest.count(); ++l) {
    Level& level = levels_[l];
    for (auto* x : {&level.w, &level.b, &level.before, &level.change, &level.residual, &level.image})
      x->resize(rest.levels[l].node_count());
  }
  front_changed();
}

void MultilevelCycle::front_changed() {
  for (int l = 0; l < rest_.count(); ++l) {
    Level& level = levels_[l];
    const auto is_free = [&](Index i) { return !is_held(l, i); };
    level.solved.clear(), level.solved_front.clear();
    std::ranges::copy_if(front_.lists(l).active, std::back_inserter(level.solved), is_free);
    std::ranges::copy_if(front_.lists(l).front, std::back_inserter(level.solved_front), is_free);
    // Elsewhere they stay 0: residuals of nodes that are not solved are not restricted, and changes not interpolated.
    set_zero<double>(level.residual), set_zero<double>(level.change);
  }
}

void MultilevelCycle::fill() {
  for (int l = 0; l + 1 < rest_.count(); ++l)
    for_each_of(front_.lists(l + 1).interior, [&](Index N) {
      levels_[l + 1].w[N] = to_block(interpolated(rest_.levels[l].down[N], levels_[l].w));
    });
  fill_interface();
}

void MultilevelCycle::fill_interface() {
  for (int l = rest_.count() - 2; l >= 0; --l)
    for_each_of(front_.lists(l).interface, [&](Index n) {
      levels_[l].w[n] = to_block(interpolated(rest_.levels[l].up[n], levels_[l + 1].w));
    });
}

// Vectors over the front nodes that are solved for, level after level.
template <typename Act>
void for_each_front(const std::vector<MultilevelCycle::Level>& levels, const Act& act) {
  Index first = 0;
  for (int l = 0; l < std::ssize(levels); ++l) {
    const std::vector<Index>& nodes = levels[l].solved_front;
    parallel_for_each(nodes.size(), kListedNodes, [&](Index i) { act(l, nodes[i], first + i); });
    first += static_cast<Index>(nodes.size());
  }
}

Index front_size(const std::vector<MultilevelCycle::Level>& levels) {
  std::size_t size = 0;
  for (const MultilevelCycle::Level& level : levels) size += level.solved_front.size();
  return static_cast<Index>(size);
}

template <typename Act>
void MultilevelCycle::for_each_value(const Act& act) const {
  Index first = 0;
  for (int l = 0; l < rest_.count(); ++l)
    for (const std::vector<Index>* nodes : {&front_.lists(l).active, &front_.lists(l).interface}) {
      parallel_for_each(nodes->size(), kListedNodes, [&](Index i) { act(l, (*nodes)[i], first + i); });
      first += static_cast<Index>(nodes->size());
    }
}

Index MultilevelCycle::value_count() const {
  std::size_t count = 0;
  for (int l = 0; l < rest_.count(); ++l)
    count += front_.lists(l).active.size() + front_.lists(l).interface.size();
  return static_cast<Index>(count);
}

// The increments of all nodes that have values, level after level.
void MultilevelCycle::gather(BlockVector<double>& x) const {
  x.resize(value_count());
  for_each_value([&](int l, Index n, Index at) { x[at] = levels_[l].w[n]; });
}

void MultilevelCycle::find_residual(BlockVector<double>& r) const {
  r.resize(front_size(levels_));
  for_each_front(levels_, [&](int l, Index n, Index at) {
    r[at] = to_block(operators_[l].residual(n, levels_[l].b, levels_[l].w));
  });
}

// a . D^-1 b: levels count by the energy that their residuals stand for.
double MultilevelCycle::weighted_dot(const BlockVector<double>& a, const BlockVector<double>& b) const {
  double sum = 0;
  Index first = 0;
  for (int l = 0; l < rest_.count(); ++l) {
    const std::vector<Index>& nodes = levels_[l].solved_front;
    sum += parallel_reduce(
        static_cast<Index>(nodes.size()), kListedNodes, 0.0,
        [&](Index begin, Index end) {
          double part = 0;
          for (Index i = begin; i < end; ++i)
            part += dot(to_vec3(a[first + i]),
                        operators_[l].inverse_diagonal_times(nodes[i], to_vec3(b[first + i])));
          return part;
        },
        std::plus<>());
    first += static_cast<Index>(nodes.size());
  }
  return sum;
}

SolveReport MultilevelCycle::solve(const Goal& goal) {
  const ProfileZone zone("solve");
  constexpr std::size_t kMostDirections = 8;
  const int most = goal.cycles > 0 ? goal.cycles : goal.most;
  SolveReport report;
  find_residual(r_);
  const double first = first_ = std::sqrt(weighted_dot(r_, r_));
  const double enough = std::max(goal.enough, goal.tolerance * first);
  std::size_t used = 0;
  if (goal.cycles == 0 && first <= enough) {
    report.converged = true;
    return report;
  }
  for (report.iterations = 0; report.iterations < most; ++report.iterations) {
    // A cycle from w is a direction d, with the image q = A d.
    gather(start_);
    run();
    find_residual(after_);
    if (used == kMostDirections)
      std::rotate(directions_.begin(), directions_.begin() + 1, directions_.end()), --used;
    if (directions_.size() == used) directions_.emplace_back();
    Direction& next = directions_[used];
    gather(next.move);
    next.image.resize(r_.size());
    axpby<double>(-1, start_, 1, next.move);
    set_zero<double>(next.image);
    axpby<double>(1, r_, 0, next.image), axpby<double>(-1, after_, 1, next.image);
    for (std::size_t k = 0; k < used; ++k) {
      const double along = weighted_dot(directions_[k].image, next.image) / directions_[k].squared;
      axpby<double>(-along, directions_[k].move, 1, next.move);
      axpby<double>(-along, directions_[k].image, 1, next.image);
    }
    next.squared = weighted_dot(next.image, next.image);
    if (!(next.squared > 0)) break;
    const double share = weighted_dot(next.image, r_) / next.squared;
    for_each_value([&](int l, Index n, Index at) {
      levels_[l].w[n] = to_block(to_vec3(start_[at]) + share * to_vec3(next.move[at]));
    });
    axpby<double>(-share, next.image, 1, r_);
    ++used;
    const double size = std::sqrt(weighted_dot(r_, r_));
    report.residual = first > 0 ? size / first : 0;
    if (goal.cycles == 0 && size <= enough) {
      ++report.iterations;
      report.converged = true;
      break;
    }
  }
  return report;
}

void MultilevelCycle::run() {
  for (int l = 0; l + 1 < rest_.count(); ++l) {
    start_down(l);
    restrict_from(l);
  }
  start_down(rest_.count() - 1);
  solve_coarsest();
  for (int l = rest_.count() - 2; l >= 0; --l) correct(l);
  fill();
}

void MultilevelCycle::start_down(int l) {
  Level& level = levels_[l];
  for (const std::vector<Index>* nodes : {&front_.lists(l).active, &front_.lists(l).interface})
    for_each_of(*nodes, [&](Index i) { level.before[i] = level.w[i]; });
  if (l + 1 < rest_.count()) operators_[l].sweep(level.solved, 1, level.b, level.w, false);
}

// Rows of interior nodes read nodes of their own level, which must all be restricted before.
void MultilevelCycle::restrict_from(int l) {
  Level &fine = levels_[l], &coarse = levels_[l + 1];
  if (front_.lists(l + 1).interior.empty()) return;
  for_each_of(fine.solved,
              [&](Index i) { fine.residual[i] = to_block(operators_[l].residual(i, fine.b, fine.w)); });
  const std::span<const Index> interior = front_.lists(l + 1).interior;
  for_each_of(interior,
              [&](Index N) { coarse.w[N] = to_block(interpolated(rest_.levels[l].down[N], fine.w)); });
  for_each_of(interior, [&](Index N) {
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

// The energy of what coarser front nodes have moved by, which their own rows gave them.
double MultilevelCycle::energy_of_coarser_fronts(int l) {
  double energy = 0;
  for (int k = l + 1; k < rest_.count(); ++k) {
    Level& level = levels_[k];
    if (level.solved_front.empty()) continue;
    for (const std::vector<Index>* nodes : {&front_.lists(k).active, &front_.lists(k).interface})
      for_each_of(*nodes, [&](Index n) {
        level.change[n] = to_block(to_vec3(level.w[n]) - to_vec3(level.before[n]));
      });
    energy += sum_over(level.solved_front, [&](Index n) {
      return dot(to_vec3(level.change[n]), operators_[k].product(n, level.change));
    });
    set_zero<double>(level.change);
  }
  return std::max(energy, 0.0);
}

// Coarser front nodes belong to the same correction: where they would go all the way and the finer nodes beside them a part
// of it, a limb of coarse nodes would tear off, and cycles diverge.
void MultilevelCycle::correct(int l) {
  Level &fine = levels_[l], &coarse = levels_[l + 1];
  if (fine.solved.empty() && front_.lists(l).interface.empty()) return;
  const LevelRest& rest = rest_.levels[l];
  const auto follow = [&](BlockVector<double>& x, std::span<const Block3<double>> leader) {
    for_each_of(front_.lists(l).interface,
                [&](Index n) { x[n] = to_block(interpolated(rest.up[n], leader)); });
  };
  follow(fine.w, coarse.before);
  for_each_of(front_.lists(l + 1).active,
              [&](Index N) { coarse.image[N] = to_block(to_vec3(coarse.w[N]) - to_vec3(coarse.before[N])); });
  for_each_of(front_.lists(l + 1).interface,
              [&](Index N) { coarse.image[N] = to_block(to_vec3(coarse.w[N]) - to_vec3(coarse.before[N])); });
  follow(fine.change, coarse.image);
  for_each_of(fine.solved,
              [&](Index n) { fine.change[n] = to_block(interpolated(rest.up[n], coarse.image)); });
  const auto products = [&](double& gain, double& cost) {
    gain = sum_over(fine.solved, [&](Index n) {
      return dot(to_vec3(fine.change[n]), operators_[l].residual(n, fine.b, fine.w));
    });
    cost = sum_over(fine.solved, [&](Index n) {
      return dot(to_vec3(fine.change[n]), operators_[l].product(n, fine.change));
    });
  };
  double gain = 0, cost = 0;
  products(gain, cost);
  const double beside = energy_of_coarser_fronts(l);
  const double share = cost + beside > 0 ? (gain + beside) / (cost + beside) : 0;
  for (int k = l + 1; k < rest_.count(); ++k) {
    Level& level = levels_[k];
    const auto scale = [&](Index n) {
      level.w[n] = to_block(lerp(to_vec3(level.before[n]), to_vec3(level.w[n]), share));
    };
    for_each_of(front_.lists(k).active, scale), for_each_of(front_.lists(k).interface, scale);
  }
  follow(fine.w, coarse.w);
  for_each_of(fine.solved,
              [&](Index n) { fine.w[n] = to_block(to_vec3(fine.w[n]) + share * to_vec3(fine.change[n])); });
  operators_[l].sweep(fine.solved, 1, fine.b, fine.w, true);
}

}  // namespace sinew
