#include "stepping/energy_account.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "body/state_arrays.h"
#include "sinew/base/error.h"
#include "stepping/linear_step.h"
#include "stepping/step_nodes.h"

namespace sinew {

namespace {

using In = std::span<const Block3<double>>;
constexpr const char* kBudget = "energy budget";

// How far the energy may exceed the budget. Newmark's scheme conserves energy, but for corotated and Green
// strain only on average; if it exceeds the first, the step is repeated by backward Euler, which dissipates
// some. A sound step stays far below the last.
constexpr EnergyBudget::Slack kSlackOfNewmark{.factor = 1.1, .share_of_largest = 1e-2};
constexpr EnergyBudget::Slack kSlackOfEuler{.factor = 1, .share_of_largest = 5e-3};
constexpr EnergyBudget::Slack kSlackOfAll{.factor = 10, .share_of_largest = 0.1};

}  // namespace

EnergyAccount::EnergyAccount(std::string body, const StepNodes& nodes, StepSystem& system,
                             const NodeState& state, NodeState& candidate)
    : body_(std::move(body)),
      nodes_(nodes),
      system_(system),
      state_(state),
      candidate_(candidate),
      product_(nodes.rest.size()) {}

// `product` is work space.
double EnergyAccount::kinetic_of(In v, std::span<Block3<double>> product) const {
  system_.multiply_mass(v, product);
  return dot(v, In(product)) / 2;
}

Energies EnergyAccount::energies() const {
  BlockVector<double> product(state_.v.size());
  return {kinetic_of(state_.v, product), system_.elastic_energy(state_.u), 0};
}

void EnergyAccount::start() { budget_ = EnergyBudget{kinetic_of(state_.v, product_)}; }

void EnergyAccount::open() {
  if (!budget_) measure();
}

void EnergyAccount::measure() {
  const double energy = energies().total();
  const bool goes_on = restored_ && restored_->measured == energy;
  budget_ = goes_on ? restored_->budget : EnergyBudget{energy};
  restored_.reset();
}

void EnergyAccount::add_candidate(double work, double lumped_kinetic, In increment) {
  elastic_.reset();
  candidate_budget_ = *budget_;
  candidate_budget_->add_work(work);
  candidate_budget_->add_work(work_of_holds(increment));
  kinetic_ = lumped_kinetic;
  if (kinetic_ > candidate_budget_->with_slack(kSlackOfNewmark))
    kinetic_ = kinetic_of(candidate_.v, product_);
}

// The work of moving holds on the body: against its internal forces, and for the inertia of the held nodes.
double EnergyAccount::work_of_holds(In increment) {
  bool any_moves = false;
  for_each_led(increment, [&](Index, const Vec3& w) { any_moves = any_moves || norm(w) > 0; });
  if (!any_moves) return 0;
  system_.multiply_mass(candidate_.v, product_);
  double inertia = 0;
  for_each_led(candidate_.v, [&](Index i, const Vec3& v) { inertia += dot(v, to_vec3(product_[i])); });
  inner_.resize(increment.size());
  system_.internal_forces(candidate_.u, inner_);
  double work = 0;
  for_each_led(increment, [&](Index i, const Vec3& w) { work += std::abs(dot(w, to_vec3(inner_[i]))); });
  return work + std::abs(inertia);
}

// Calls act(node, part of x along the directions that are held) for all nodes of holds.
template <typename Act>
void EnergyAccount::for_each_led(In x, Act&& act) const {
  for (const Hold& hold : nodes_.holds)
    for (const Index i : hold.nodes)
      if (hold.directions.empty()) act(i, to_vec3(x[i]));
  for (const GuidedNode& guided : nodes_.guided) act(guided.node, guided.held_part(to_vec3(x[guided.node])));
}

double EnergyAccount::candidate_elastic() {
  if (!elastic_) elastic_ = system_.elastic_energy(candidate_.u);
  return *elastic_;
}

// The elastic energy costs a pass over all elements. It is included if the step was not solved, or if it is
// already known.
double EnergyAccount::seen(bool is_solved) {
  const bool counts = !is_solved || elastic_;
  return kinetic_ + (counts ? candidate_elastic() : 0);
}

bool EnergyAccount::exceeds_newmark(bool is_solved) {
  return seen(is_solved) > candidate_budget_->with_slack(kSlackOfNewmark);
}

// A solved step of backward Euler gains no energy as long as the elastic energy is convex. It is not if
// elements are stretched to several times their size or inverted.
bool EnergyAccount::take_away_gains(bool may_spin) {
  const double most = candidate_budget_->with_slack(kSlackOfEuler);
  if (kinetic_ + system_.estimate_elastic_energy(candidate_.u) <= most) return false;
  const double elastic = candidate_elastic();
  kinetic_ = kinetic_of(candidate_.v, product_);
  if (kinetic_ + elastic <= most || kinetic_ == 0) return false;
  if (may_spin && elastic <= kMostOfStraightTurn * kinetic_) return false;
  const double share = std::sqrt(std::clamp((most - elastic) / kinetic_, 0.0, 1.0));
  const auto slow_down = [&](Index i) {
    if (nodes_.held[i] != 0) return;
    candidate_.v[i] = {share * candidate_.v[i].x, share * candidate_.v[i].y, share * candidate_.v[i].z, 0};
  };
  std::vector<Vec3> led;
  for (const GuidedNode& guided : nodes_.guided)
    led.push_back(guided.held_part(to_vec3(candidate_.v[guided.node])));
  parallel_for_each(nodes_.count(), kNodesPerChunk, slow_down);
  for (std::size_t k = 0; k < led.size(); ++k) {
    Block3<double>& v = candidate_.v[nodes_.guided[k].node];
    v = to_block(nodes_.guided[k].free * to_vec3(v) + led[k]);
  }
  kinetic_ *= share * share;
  return true;
}

void EnergyAccount::require_within_budget(bool is_solved) {
  const double most = candidate_budget_->with_slack(kSlackOfAll);
  const double energy = seen(is_solved);
  if (energy <= most) return;
  throw Error(
      fmt::format("body '{}' has gained energy from nowhere: it has {:.3g} J, but what it had and what acts "
                  "on it give {:.3g} J at most",
                  body_, energy, most),
      "", "take a shorter step, backward Euler, or a tighter solver tolerance");
}

StateArray EnergyAccount::saved() const {
  StateArray array{kBudget, {}};
  if (!budget_ && !restored_) return array;
  const auto [budget, measured] = budget_ ? Restored{*budget_, energies().total()} : *restored_;
  array.values = {budget.energy, budget.largest, measured};
  return array;
}

void EnergyAccount::restore(const BodyState& state) {
  if (find_array(state, kBudget, body_).empty()) {
    restored_.reset();
  } else {
    const auto& budget = find_array(state, kBudget, 3, body_);
    restored_ = {{budget[0], budget[1]}, budget[2]};
  }
  budget_.reset();
}

}  // namespace sinew
