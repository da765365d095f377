#include "adaptive/adaptive_step.h"

#include <algorithm>
#include <numeric>

#include "adaptive/node_loops.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

constexpr Index kNodes = 512;

std::vector<LevelOperator> operators_of(const AdaptiveRest& rest) {
  std::vector<LevelOperator> operators;
  for (const LevelRest& level : rest.levels) operators.emplace_back(level);
  return operators;
}

}  // namespace

AdaptiveStep::AdaptiveStep(const AdaptiveRest& rest, const NodeForest& forest, const FrontParams& params)
    : rest_(rest),
      params_(params),
      forest_(forest),
      front_(rest, forest),
      operators_(operators_of(rest)),
      cycle_(rest, front_, operators_),
      error_(rest),
      levels_(rest.count()) {
  for (int l = 0; l < rest.count(); ++l) {
    Level& level = levels_[l];
    for (auto* x :
         {&level.u, &level.v, &level.next_u, &level.next_v, &level.load, &level.contact, &level.force})
      x->resize(rest.levels[l].node_count());
    level.error.resize(rest.levels[l].node_count());
    level.calm.resize(rest.levels[l].node_count());
    keep_.emplace_back(rest.levels[l].node_count(), 0);
  }
  increment_.resize(rest.finest().node_count());
  const std::vector<double>& masses = rest.finest().masses;
  total_mass_ = std::accumulate(masses.begin(), masses.end(), 0.0);

  // Held nodes are active, and coarse nodes next to them are never front nodes.
  const std::vector<char>& held = rest.finest().elements.held;
  std::vector<Index> nodes;
  for (Index n = 0; n < std::ssize(held); ++n)
    if (held[n] != 0) nodes.push_back(n);
  is_held_ = !nodes.empty();
  refine(nodes, true);
  for (int l = 1; l < rest.count(); ++l)
    for (const HeldElement& element : rest.levels[l].held_elements)
      for (const Index N : element.node) front_.refine(l, N), keep_[l][N] = 1;
  front_changed();
}

void AdaptiveStep::refine(std::span<const Index> nodes, bool forever) {
  for (const Index n : nodes) {
    front_.activate(0, n);
    Index at = n;
    for (int l = 0; l + 1 < rest_.count() && forever; ++l)
      at = forest_.levels[l].parent[at], keep_[l + 1][at] = 1;
  }
  front_changed();
}

void AdaptiveStep::front_changed() {
  front_.settle();
  cycle_.front_changed();
}

void AdaptiveStep::follow_front() {
  fill(&Level::u, false);
  fill(&Level::v, false);
}

// The forces on the nodes of a coarse level are P^T those on the finer one. Weight must give every node the same
// acceleration a on every level, but masses of coarse nodes are not P^T the finer ones: only what is left of the forces
// without a m is restricted.
void AdaptiveStep::restrict_loads(In forces, bool are_weights, BlockVector<double> Level::*to) {
  Vec3 sum;
  if (are_weights)
    for (const Block3<double>& f : forces) sum += to_vec3(f);
  const Vec3 a = sum / total_mass_;
  const auto part = [&](int l, Index n) { return rest_.levels[l].masses[n] * a; };
  const std::vector<char>& held = rest_.finest().elements.held;
  BlockVector<double>& finest = levels_[0].*to;
  parallel_for_each(forces.size(), kNodes,
                    [&](Index n) { finest[n] = held[n] != 0 ? Block3<double>{} : forces[n]; });
  for (int l = 0; l + 1 < rest_.count(); ++l) {
    const BlockVector<double>& fine = levels_[l].*to;
    BlockVector<double>& coarse = levels_[l + 1].*to;
    parallel_for_each(coarse.size(), kNodes, [&](Index N) {
      Vec3 load = part(l + 1, N);
      for (const auto& [n, weight] : rest_.levels[l].moved[N])
        load += weight * (to_vec3(fine[n]) - part(l, n));
      coarse[N] = to_block(load);
    });
  }
}

// Inactive nodes follow the coarser levels, and interior nodes, if they shall, the finer ones.
void AdaptiveStep::fill(BlockVector<double> Level::*field, bool interior_too) {
  for (int l = 0; l + 1 < rest_.count() && interior_too; ++l)
    for_each_of(front_.lists(l + 1).interior, [&](Index N) {
      (levels_[l + 1].*field)[N] = to_block(interpolated(rest_.levels[l].down[N], levels_[l].*field));
    });
  for (int l = rest_.count() - 2; l >= 0; --l)
    for_each_of(front_.lists(l).inactive, [&](Index n) {
      (levels_[l].*field)[n] = to_block(interpolated(rest_.levels[l].up[n], levels_[l + 1].*field));
    });
}

void AdaptiveStep::begin(const StepScheme& scheme, In forces, In prescribed) {
  scheme_ = scheme;
  was_moved_ = false;
  forces_.assign(forces.begin(), forces.end());
  contact_forces_.clear();
  {
    const ProfileZone zone("step");
    restrict_loads(forces, true, &Level::load);
    for (Level& level : levels_) set_zero<double>(level.contact);
  }
  const std::vector<char>& held = rest_.finest().elements.held;
  for (int l = 0; l < rest_.count(); ++l) {
    Level& level = levels_[l];
    const Front::Lists& lists = front_.lists(l);
    MultilevelCycle::Level& solved = cycle_.level(l);
    operators_[l].turn(lists.elements, level.u);
    operators_[l].assemble(scheme, solved.solved);
    const ProfileZone zone("step");
    for_each_of(lists.front, [&](Index n) {
      level.force[n] = to_block(rest_.levels[l].masses[n] * scheme.velocity * to_vec3(level.v[n]) +
                                operators_[l].internal_force(n));
    });
    for_each_of(lists.active, [&](Index n) {
      const bool is_led = l == 0 && held[n] != 0;
      solved.w[n] = is_led ? prescribed[n] : to_block(scheme.dt * to_vec3(level.v[n]));
    });
    for_each_of(lists.interface, [&](Index n) { solved.w[n] = to_block(scheme.dt * to_vec3(level.v[n])); });
  }
  cycle_.fill();
  cycle_.factor_coarsest();
}

void AdaptiveStep::set_contact_forces(In forces) {
  if (forces.empty() && contact_forces_.empty()) return;
  contact_forces_.assign(forces.begin(), forces.end());
  contact_forces_.resize(increment_.size());
  restrict_loads(contact_forces_, false, &Level::contact);
}

SolveReport AdaptiveStep::solve(In contact_forces, const MultilevelCycle::Goal& goal) {
  set_contact_forces(contact_forces);
  for (int l = 0; l < rest_.count(); ++l) {
    Level& level = levels_[l];
    for_each_of(cycle_.level(l).solved_front, [&](Index n) {
      cycle_.level(l).b[n] =
          to_block(to_vec3(level.force[n]) + to_vec3(level.load[n]) + to_vec3(level.contact[n]));
    });
  }
  return cycle_.solve(goal);
}

// u and next_u of a level are used as they are; increments of inactive nodes follow like all else.
AdaptiveStep::In AdaptiveStep::increment() {
  for (int l = 0; l < rest_.count(); ++l)
    for_each_of(front_.lists(l).active, [&](Index n) { levels_[l].next_v[n] = cycle_.level(l).w[n]; });
  fill(&Level::next_v, false);
  increment_ = levels_[0].next_v;
  return increment_;
}

// Active nodes of level 0 move as they are told, coarser ones as far as those that they move do, by the mean.
void AdaptiveStep::move(In d) {
  was_moved_ = true;
  BlockVector<double> moved(d.begin(), d.end());
  for (int l = 0; l < rest_.count(); ++l) {
    for_each_of(front_.lists(l).active, [&](Index n) {
      cycle_.level(l).w[n] = to_block(to_vec3(cycle_.level(l).w[n]) + to_vec3(moved[n]));
    });
    if (l + 1 == rest_.count()) break;
    BlockVector<double> coarse(rest_.levels[l + 1].node_count());
    for (Index N = 0; N < std::ssize(coarse); ++N)
      coarse[N] = to_block(interpolated(rest_.levels[l].down[N], moved));
    moved = std::move(coarse);
  }
  cycle_.fill();
}

void AdaptiveStep::hold_back(int l, Index node, double share, const Vec3& way,
                             std::vector<std::vector<HeldBack>>& held) const {
  if (front_.is_active(l, node)) {
    held[l].push_back({node, share, way});
    return;
  }
  for (const Index N : rest_.levels[l].up[node].node) hold_back(l + 1, N, share, way, held);
}

// Weights of P sum to 1: if all that a node follows go the same part of the way, it does so too. Of several parts for one
// node the least counts.
void AdaptiveStep::hold_back(std::span<const HeldBack> nodes) {
  was_moved_ = true;
  std::vector<std::vector<HeldBack>> held(rest_.count());
  for (const auto& [node, share, way] : nodes) hold_back(0, node, share, way, held);
  for (int l = 0; l < rest_.count(); ++l) {
    std::ranges::stable_sort(held[l], {}, [](const HeldBack& h) { return std::pair(h.unknown, h.share); });
    Index before = -1;
    for (const auto& [node, share, way] : held[l]) {
      Block3<double>& w = cycle_.level(l).w[node];
      if (node != before) w = to_block(lerp(way, to_vec3(w), share));
      before = node;
    }
  }
  cycle_.fill_interface();
}

void AdaptiveStep::end() {
  const ProfileZone zone("step");
  for (int l = 0; l < rest_.count(); ++l) {
    Level& level = levels_[l];
    // Interior nodes read interface nodes below.
    for (const std::vector<Index>* nodes : {&front_.lists(l).active, &front_.lists(l).interface})
      for_each_of(*nodes, [&](Index n) {
        const Vec3 w = to_vec3(cycle_.level(l).w[n]);
        level.next_u[n] = to_block(to_vec3(level.u[n]) + w);
        level.next_v[n] = to_block(scheme_.rate * w);
      });
  }
  fill(&Level::next_u, true);
  fill(&Level::next_v, true);
  restore_momentum();
}

// A field x + u, v of level 0 with its masses.
namespace {

struct Moving {
  std::span<const Vec3> rest;
  std::span<const double> masses;
  std::span<const Block3<double>> u, v;

  Vec3 place(Index i) const { return rest[i] + to_vec3(u[i]); }
  Vec3 centre() const {
    Vec3 sum;
    double mass = 0;
    for (Index i = 0; i < std::ssize(masses); ++i) sum += masses[i] * place(i), mass += masses[i];
    return sum / mass;
  }
  Momentum momentum_about(const Vec3& point) const {
    Momentum sum;
    for (Index i = 0; i < std::ssize(masses); ++i) {
      const Vec3 p = masses[i] * to_vec3(v[i]);
      sum += {p, cross(place(i) - point, p)};
    }
    return sum;
  }
  MassMoments moments_about(const Vec3& point) const {
    MassMoments moments;
    for (Index i = 0; i < std::ssize(masses); ++i) {
      const Vec3 x = place(i) - point;
      moments.add(masses[i], x, masses[i] * x);
    }
    return moments;
  }
};

}  // namespace

Momentum AdaptiveStep::momentum_about(const Vec3& point) const {
  return Moving{rest_.finest().elements.positions, rest_.finest().masses, levels_[0].u, levels_[0].v}
      .momentum_about(point);
}

// Between levels action is not reaction: fine rows see coarse nodes as fixed, and coarse rows fine ones. A body that
// nothing holds gets the momentum that forces give it back, as a rigid motion of all nodes, which every level carries
// exactly. Where all of it is fine there is nothing to restore.
void AdaptiveStep::restore_momentum() {
  report_.speed_restored = 0;
  if (is_held_ || was_moved_ || front_.is_all_fine()) return;
  const std::span<const Vec3> rest = rest_.finest().elements.positions;
  const Moving before{rest, rest_.finest().masses, levels_[0].u, levels_[0].v};
  const Moving after{rest, rest_.finest().masses, levels_[0].next_u, levels_[0].next_v};
  const Vec3 centre = after.centre();
  Momentum gained = before.momentum_about(before.centre());
  for (Index i = 0; i < std::ssize(rest); ++i) {
    Vec3 force = to_vec3(forces_[i]);
    if (!contact_forces_.empty()) force += to_vec3(contact_forces_[i]);
    gained += scheme_.dt * Momentum{force, cross(after.place(i) - centre, force)};
  }
  // Damping by mass: (1 + alpha dt) v = ...
  const double kept = 1 / (scheme_.mass * scheme_.dt * scheme_.dt);
  const RigidVelocity missing =
      rigid_velocity(kept * gained - after.momentum_about(centre), after.moments_about(centre));
  report_.speed_restored = missing.size();
  for (int l = 0; l < rest_.count(); ++l) {
    Level& level = levels_[l];
    const std::span<const Vec3> places = rest_.levels[l].elements.positions;
    parallel_for_each(places.size(), kNodes, [&](Index n) {
      const Vec3 x = places[n] + to_vec3(level.next_u[n]) - centre;
      level.next_v[n] = to_block(to_vec3(level.next_v[n]) + missing.at(x));
    });
  }
}

void AdaptiveStep::commit() {
  for (Level& level : levels_) std::swap(level.u, level.next_u), std::swap(level.v, level.next_v);
  for (LevelOperator& A : operators_) A.keep_axes();
  find_errors();
}

void AdaptiveStep::find_errors() {
  if (!params_.changes) return;
  std::vector<BlockVector<double>> u;
  for (Level& level : levels_) u.push_back(std::move(level.u));
  for (int l = 0; l < rest_.count(); ++l) error_.find(l, front_, operators_[l], u, levels_[l].error);
  for (int l = 0; l < rest_.count(); ++l) levels_[l].u = std::move(u[l]);
  const double calm = params_.merge * params_.tolerance * rest_.size;
  for (int l = 0; l < rest_.count(); ++l) {
    Level& level = levels_[l];
    for_each_of(front_.lists(l).active, [&](Index n) {
      if (squared_norm(to_vec3(level.contact[n])) > 0) level.error[n] *= params_.contact_weight;
      level.calm[n] = level.error[n] <= calm ? level.calm[n] + scheme_.dt : 0;
    });
  }
  has_errors_ = true;
}

// Refinement goes from coarse to fine; nodes that it makes active follow the coarser level exactly, so that their error is
// 0 and it ends after one level. Coarsening goes from fine to coarse.
void AdaptiveStep::adapt() {
  if (!params_.changes || !has_errors_) return;
  const ProfileZone zone("front");
  has_errors_ = false;
  const double most = params_.tolerance * rest_.size;
  bool changed = false;
  for (int l = rest_.count() - 1; l > 0; --l)
    for (const Index N : front_.lists(l).front)
      if (levels_[l].error[N] > most && front_.mark(l, N) == NodeMark::kFront)
        front_.refine(l, N), changed = true;
  if (changed) front_changed();
  if (coarsen_calm()) changed = true;
  if (!changed) return;
  ++report_.changes;
  for (int l = 0; l < rest_.count(); ++l)
    for (const Index n : front_.lists(l).inactive) levels_[l].calm[n] = levels_[l].error[n] = 0;
}

bool AdaptiveStep::coarsen_calm() {
  bool changed = false;
  for (int l = 1; l < rest_.count(); ++l)
    for (const Index N : front_.lists(l).interior) {
      const auto is_calm = [&](int level, Index n) { return levels_[level].calm[n] >= params_.patience; };
      if (keep_[l][N] != 0 || !is_calm(l, N) || !front_.may_coarsen(l, N)) continue;
      const std::span<const Index> children = forest_.levels[l].children[N];
      if (!std::ranges::all_of(children, [&](Index child) { return is_calm(l - 1, child); })) continue;
      front_.coarsen(l, N);
      changed = true;
    }
  if (!changed) return false;
  front_changed();
  const BlockVector<double> before = levels_[0].u;
  follow_front();
  for (std::size_t i = 0; i < before.size(); ++i)
    report_.largest_pop =
        std::max(report_.largest_pop, distance(to_vec3(before[i]), to_vec3(levels_[0].u[i])));
  return true;
}

void AdaptiveStep::set_state(In u, In v) {
  front_.refine_all();
  front_changed();
  std::ranges::copy(u, levels_[0].u.begin()), std::ranges::copy(v, levels_[0].v.begin());
  fill(&Level::u, true);
  fill(&Level::v, true);
}

}  // namespace sinew
