#include "adaptive/adaptive_system.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "adaptive/node_loops.h"
#include "base/parallel.h"
#include "body/state_arrays.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

constexpr Index kNodes = 512;

std::vector<LevelOperator> operators_of(const AdaptiveRest& rest) {
  std::vector<LevelOperator> operators;
  for (const LevelRest& level : rest.levels) operators.emplace_back(level);
  return operators;
}

// P as the additive preconditioner of contact has it. Held nodes follow nothing.
// There are so many rows, of which the last are empty.
Interpolation interpolation_of(const LevelRest& fine, Index rows, Index coarse_nodes) {
  Interpolation P;
  P.coarse_nodes = coarse_nodes;
  P.row_start.push_back(0);
  for (Index n = 0; n < fine.node_count(); ++n) {
    for (int k = 0; k < 4 && fine.elements.held[n] == 0; ++k) {
      P.column.push_back(fine.up[n].node[k]);
      P.weight.push_back(static_cast<float>(fine.up[n].weight[k]));
    }
    P.row_start.push_back(static_cast<Index>(P.column.size()));
  }
  P.row_start.resize(static_cast<std::size_t>(rows) + 1, P.row_start.back());
  transpose(P);
  return P;
}

}  // namespace

struct AdaptiveSystem::Work final : SolveWork {
  explicit Work(const AdaptiveSystem& system)
      : cycle(*system.rest_, *system.front_, system.operators_, system.coarsest_), changes(system.changes_) {}
  MultilevelCycle cycle;
  std::int64_t changes;    // of the front that the cycle knows
  std::int64_t step = -1;  // of the operators that `enough` was found with
  double enough = 0;       // the residual that the first solve of the step had to reach
};

AdaptiveSystem::AdaptiveSystem(const AdaptiveRest& rest, const NodeForest& forest, const TetSystem& finest,
                               const SolverParams& solver)
    : forest_(forest), finest_(finest), most_cycles_(solver.max_iterations) {
  start_.push_back(0);
  for (const LevelRest& level : rest.levels) {
    start_.push_back(start_.back() + level.node_count());
    places_.insert(places_.end(), level.elements.positions.begin(), level.elements.positions.end());
  }
  held_ = rest.finest().elements.held;
  held_.resize(places_.size(), 0);
  is_held_ = std::ranges::any_of(held_, [](char held) { return held != 0; });
  turned_at_.resize(places_.size()), from_.resize(places_.size());
  for (int l = 0; l + 1 < rest.count(); ++l)
    interpolations_.push_back(interpolation_of(rest.levels[l], l == 0 ? count() : rest.levels[l].node_count(),
                                               rest.levels[l + 1].node_count()));
  take(rest);
}

void AdaptiveSystem::take(const AdaptiveRest& rest) {
  rest_ = &rest;
  masses_ = rest.finest().masses;
  total_mass_ = std::accumulate(masses_.begin(), masses_.end(), 0.0);
  masses_.resize(places_.size(), 0);
  front_ = std::make_unique<Front>(rest, forest_);
  operators_ = operators_of(rest);
  front_changed();
}

void AdaptiveSystem::set_rest(const AdaptiveRest& rest) {
  const std::vector<double> marks = front_->saved(), axes = saved_rotations();
  take(rest);
  front_->restore(marks);
  front_changed();
  restore_rotations(axes);
}

void AdaptiveSystem::front_changed() {
  front_->settle();
  ++changes_;
  solved_.resize(rest_->count());
  for (int l = 0; l < rest_->count(); ++l) {
    solved_[l].clear();
    std::ranges::copy_if(front_->lists(l).front, std::back_inserter(solved_[l]),
                         [&](Index n) { return held_[start_[l] + n] == 0; });
  }
}

void AdaptiveSystem::update_rotations(In u) {
  std::ranges::copy(u, turned_at_.begin());
  for (int l = 0; l < rest_->count(); ++l) operators_[l].turn(front_->lists(l).elements, level(u, l));
}

void AdaptiveSystem::keep_rotations() {
  for (LevelOperator& A : operators_) A.keep_axes();
}

std::vector<double> AdaptiveSystem::saved_rotations() const {
  std::vector<double> all;
  for (const LevelOperator& A : operators_) {
    const std::vector<double> values = state_array("", A.kept_axes()).values;
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

void AdaptiveSystem::restore_rotations(std::span<const double> quaternions) {
  for (LevelOperator& A : operators_) {
    const std::size_t size = 4 * A.kept_axes().size();
    A.set_kept_axes(
        quaternions_of({quaternions.begin(), quaternions.begin() + static_cast<std::ptrdiff_t>(size)}));
    quaternions = quaternions.subspan(size);
  }
}

void AdaptiveSystem::linearise(In) {
  ++steps_;
  for (int l = 0; l < rest_->count(); ++l) operators_[l].assemble(scheme_, front_->lists(l).active);
  const ProfileZone zone("factor");
  coarsest_.factor(operators_.back().matrix(), rest_->levels.back().elements.held);
}

// Corotated forces are affine in fixed axes: f_int(u) = f_int(turned at) - K (u - turned at).
void AdaptiveSystem::internal_forces(In u, Out f) {
  const ProfileZone zone("step");
  parallel_for_each(u.size(), kNodes, [&](Index i) {
    from_[i] = to_block(to_vec3(u[i]) - to_vec3(turned_at_[i]));
    f[i] = {};
  });
  for (int l = 0; l < rest_->count(); ++l)
    for_each_of(front_->lists(l).front, [&](Index n) {
      level(f, l)[n] = to_block(operators_[l].internal_force(n) -
                                operators_[l].stiffness_product(n, level(In(from_), l)) / scheme_.stiffness);
    });
}

// Each element counts by the share of its corners that are front nodes.
double AdaptiveSystem::elastic_energy(In u) const {
  const ProfileZone zone("energy");
  double energy = 0;
  for (int l = 0; l < rest_->count(); ++l)
    energy += operators_[l].energy(front_->lists(l).elements, front_->lists(l).shares, level(u, l));
  return energy;
}

void AdaptiveSystem::multiply_mass(In x, Out y) const {
  parallel_for_each(x.size(), kNodes, [&](Index i) { y[i] = to_block(masses_[i] * to_vec3(x[i])); });
}

void AdaptiveSystem::residual(In f, In y, In z, Out r) const {
  const ProfileZone zone("step");
  set_zero(r);
  for (int l = 0; l < rest_->count(); ++l)
    for_each_of(solved_[l], [&](Index n) {
      Vec3 sum = to_vec3(level(f, l)[n]) + rest_->levels[l].masses[n] * to_vec3(level(y, l)[n]);
      if (!z.empty()) sum += operators_[l].stiffness_product(n, level(z, l)) / scheme_.stiffness;
      level(r, l)[n] = to_block(sum);
    });
}

std::unique_ptr<SolveWork> AdaptiveSystem::make_work() const { return std::make_unique<Work>(*this); }

SolveReport AdaptiveSystem::solve(const SolveGoal& goal, Out r, Out e, SolveWork& work) const {
  Work& own = static_cast<Work&>(work);
  MultilevelCycle& cycle = own.cycle;
  if (own.changes != changes_) cycle.front_changed(), own.changes = changes_;
  for (int l = 0; l < rest_->count(); ++l) {
    MultilevelCycle::Level& level_of_cycle = cycle.level(l);
    set_zero<double>(level_of_cycle.w);
    for_each_of(solved_[l], [&](Index n) { level_of_cycle.b[n] = level(r, l)[n]; });
  }
  const bool is_first = own.step != steps_;
  const SolveReport report = cycle.solve({.tolerance = goal.tolerance,
                                          .cycles = 0,
                                          .most = std::min(most_cycles_, goal.max_iterations),
                                          .enough = goal.cycles > 0 && !is_first ? own.enough : 0});
  if (is_first) own.enough = goal.tolerance * cycle.first_residual();
  own.step = steps_;
  for (int l = 0; l < rest_->count(); ++l)
    for_each_of(front_->lists(l).active, [&](Index n) { level(e, l)[n] = cycle.level(l).w[n]; });
  follow_front(e);
  return report;
}

// A level responds at its active nodes only; elsewhere D^-1 is 0, so that what moves a point comes from coarser levels.
void AdaptiveSystem::show_levels(SystemLevels& levels) const {
  levels = {};
  levels.copies.reserve(rest_->count());
  for (int l = 0; l + 1 < rest_->count(); ++l) {
    const std::span<const double> inverse = operators_[l].inverse_diagonal();
    std::vector<float>& copy = levels.copies.emplace_back(
        9 * static_cast<std::size_t>(l == 0 ? count() : rest_->levels[l].node_count()), 0.0F);
    for (const Index n : front_->lists(l).active)
      for (Index k = 9 * n; k < 9 * (n + 1); ++k)
        if (rest_->levels[l].elements.held[n] == 0) copy[k] = static_cast<float>(inverse[k]);
    levels.levels.push_back({copy, &interpolations_[l]});
  }
  levels.coarsest = &coarsest_;
}

// The forces on the nodes of a coarse level are P^T those on the finer one. Weight must give every node the same
// acceleration a on every level, but masses of coarse nodes are not P^T the finer ones: only what is left of the forces
// without a m is restricted.
void AdaptiveSystem::spread(Out f) const {
  const ProfileZone zone("step");
  Vec3 sum;
  for (Index i = 0; i < start_[1]; ++i) sum += to_vec3(f[i]);
  const Vec3 a = sum / total_mass_;
  const auto part = [&](int l, Index n) { return rest_->levels[l].masses[n] * a; };
  for (Index i = 0; i < start_[1]; ++i)
    if (held_[i] != 0) f[i] = {};
  for (int l = 0; l + 1 < rest_->count(); ++l) {
    const In fine = level(In(f), l);
    const Out coarse = level(f, l + 1);
    parallel_for_each(coarse.size(), kNodes, [&](Index N) {
      Vec3 load = part(l + 1, N);
      for (const auto& [n, weight] : rest_->levels[l].moved[N])
        load += weight * (to_vec3(fine[n]) - part(l, n));
      coarse[N] = to_block(load);
    });
  }
}

// Interior nodes read interface nodes, which must have values before.
void AdaptiveSystem::follow(Out w) const {
  for (int l = 0; l + 1 < rest_->count(); ++l) {
    const In fine = level(In(w), l);
    const Out coarse = level(w, l + 1);
    for_each_of(front_->lists(l + 1).interior,
                [&](Index N) { coarse[N] = to_block(interpolated(rest_->levels[l].down[N], fine)); });
  }
  follow_front(w);
}

void AdaptiveSystem::follow_front(Out x) const {
  for (int l = rest_->count() - 2; l >= 0; --l) {
    const In coarse = level(In(x), l + 1);
    const Out fine = level(x, l);
    for_each_of(front_->lists(l).inactive,
                [&](Index n) { fine[n] = to_block(interpolated(rest_->levels[l].up[n], coarse)); });
  }
}

std::vector<std::uint8_t> AdaptiveSystem::levels_of_nodes() const {
  std::vector<std::uint8_t> of_coarser;
  for (int l = rest_->count() - 1; l >= 0; --l) {
    std::vector<std::uint8_t> levels(rest_->levels[l].node_count(), static_cast<std::uint8_t>(l));
    for (const Index n : front_->lists(l).inactive) {
      const auto& leaders = rest_->levels[l].up[n].node;
      levels[n] = of_coarser[leaders[0]];
      for (const Index N : leaders) levels[n] = std::min(levels[n], of_coarser[N]);
    }
    of_coarser = std::move(levels);
  }
  return of_coarser;
}

// Active nodes of level 0 move as they are told, coarser ones as far as those that they move do, by the mean.
void AdaptiveSystem::move(In d, Out w) const {
  BlockVector<double> moved(d.begin(), d.begin() + start_[1]);
  for (int l = 0; l < rest_->count(); ++l) {
    const Out own = level(w, l);
    for_each_of(front_->lists(l).active,
                [&](Index n) { own[n] = to_block(to_vec3(own[n]) + to_vec3(moved[n])); });
    if (l + 1 == rest_->count()) break;
    BlockVector<double> coarse(rest_->levels[l + 1].node_count());
    parallel_for_each(coarse.size(), kNodes,
                      [&](Index N) { coarse[N] = to_block(interpolated(rest_->levels[l].down[N], moved)); });
    moved = std::move(coarse);
  }
  follow_front(w);
  follow(w);
}

void AdaptiveSystem::follow_by(int l, Index node, double share, const Vec3& way,
                               std::vector<HeldBack>& all) const {
  if (front_->is_active(l, node)) {
    all.push_back({start_[l] + node, share, way});
    return;
  }
  for (const Index N : rest_->levels[l].up[node].node) follow_by(l + 1, N, share, way, all);
}

// Weights of P sum to 1: if all that a node follows go the same part of the way, it does so too. Of several parts for one
// node the least counts.
std::vector<HeldBack> AdaptiveSystem::followed(std::span<const HeldBack> unknowns) const {
  std::vector<HeldBack> all;
  for (const auto& [node, share, way] : unknowns) follow_by(0, node, share, way, all);
  std::ranges::stable_sort(all, {}, [](const HeldBack& h) { return std::pair(h.unknown, h.share); });
  const auto same = [](const HeldBack& a, const HeldBack& b) { return a.unknown == b.unknown; };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return all;
}

}  // namespace sinew
