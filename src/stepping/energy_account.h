#pragma once

#include <optional>
#include <string>

#include "sinew/body/body.h"
#include "stepping/energy_budget.h"
#include "stepping/step_nodes.h"
#include "stepping/step_system.h"

namespace sinew {

// Keeps account of a body's energy from step to step: how much it may have (its budget), and how much the
// candidate of a step has. Energy that a step gains from nowhere is taken away, or the step is refused.
class EnergyAccount {
 public:
  // Refers to all of them. `state` and `candidate` are the body before and after the step.
  EnergyAccount(std::string body, const StepNodes& nodes, StepSystem& system, const NodeState& state,
                NodeState& candidate);

  // Sets the budget of a body that starts with this state, unstrained.
  void start();
  // Measures the budget if it is unknown.
  void open();
  // Makes the next open() measure the budget again.
  void forget() { budget_.reset(); }
  void forget_restored() { restored_.reset(); }
  // Kinetic and elastic energy of the state.
  Energies energies() const;

  // Registers the candidate: forces from outside did this work on it (J), and holds moved by `increment`.
  // `lumped_kinetic` is an upper bound of its kinetic energy.
  void add_candidate(double work, double lumped_kinetic, std::span<const Block3<double>> increment);
  // Whether the candidate has gained more energy than is normal for Newmark's scheme.
  bool exceeds_newmark(bool is_solved);
  // Slows the candidate down by what it has gained; returns whether it did. If `may_spin`, a body keeps a
  // small gain that its turn along straight lines stored, since it would lose its spin otherwise.
  bool take_away_gains(bool may_spin);
  // Throws Error if the candidate has several times its budget.
  void require_within_budget(bool is_solved);
  void commit() { budget_ = candidate_budget_; }

  // For the stepper that continues this one.
  std::optional<EnergyBudget> release() {
    settle();
    return budget_;
  }
  void take_over(const std::optional<EnergyBudget>& budget) { budget_ = budget; }
  StateArray saved() const;
  // Throws Error, naming the body, if the array does not fit.
  void restore(const BodyState& state);
  // Takes over a restored budget, or a new one if it does not fit the state.
  void settle() {
    if (restored_) measure();
  }

 private:
  // A restored budget is valid for the state it was saved with. A body whose state or material was changed
  // since has another energy than the one measured then (J), and needs a new budget.
  struct Restored {
    EnergyBudget budget;
    double measured = 0;
  };

  void measure();
  double kinetic_of(std::span<const Block3<double>> v, std::span<Block3<double>> product) const;
  double candidate_elastic();
  double seen(bool is_solved);
  double work_of_holds(std::span<const Block3<double>> increment);
  template <typename Act>
  void for_each_led(std::span<const Block3<double>> x, Act&& act) const;

  std::string body_;
  StepNodes nodes_;
  StepSystem& system_;
  const NodeState& state_;
  NodeState& candidate_;
  std::optional<EnergyBudget> budget_, candidate_budget_;
  std::optional<Restored> restored_;
  double kinetic_ = 0;             // of the candidate, J; an upper bound if even that is within the budget
  std::optional<double> elastic_;  // of the candidate, J, once computed
  UnsetBlockVector<double> product_, inner_;  // work space
};

}  // namespace sinew
