#pragma once

#include <optional>
#include <string>

#include "body/body.h"
#include "stepping/energy_budget.h"
#include "stepping/step_nodes.h"
#include "stepping/step_system.h"

namespace sinew {

// Keeps account of a body's energy from step to step: what it may have (its budget), and what the candidate
// of a step has. What a step gains from nowhere is taken away, or refused.
class EnergyAccount {
 public:
  // Refers to all. `state` and `candidate` are the body before and after the step.
  EnergyAccount(std::string body, const StepNodes& nodes, StepSystem& system, const NodeState& state,
                NodeState& candidate);

  // The budget of a body that starts with this state, unstrained.
  void start();
  // Measures the budget, if it is not known.
  void open();
  // The next open() measures it again.
  void forget() { budget_.reset(); }
  void forget_restored() { restored_.reset(); }
  // Kinetic and elastic energy of the state.
  Energies energies() const;

  // The candidate, to which this work was done by forces from outside (J), with holds moved by `increment`.
  // `lumped_kinetic` is its kinetic energy or more.
  void add_candidate(double work, double lumped_kinetic, std::span<const Block3<double>> increment);
  // Whether the candidate has gained more than Newmark's scheme does by itself.
  bool exceeds_newmark(bool is_solved);
  // Takes what the candidate has gained from its velocities; says whether it did. A body that spins may keep
  // what its straight turns store, or it would lose its spin.
  bool take_away_gains(bool may_spin);
  // Throws Error if the candidate has several times its budget.
  void require_within_budget(bool is_solved);
  void commit() { budget_ = candidate_budget_; }

  // For another stepper to go on with.
  std::optional<EnergyBudget> release();
  void take_over(const std::optional<EnergyBudget>& budget) { budget_ = budget; }
  StateArray saved() const;
  // Throws Error if the array does not fit, naming the body.
  void restore(const BodyState& state);

 private:
  // A restored budget holds for the state it was saved with: edited by hand, or of another material, a body
  // has other energy than was measured then, J, and a budget of its own.
  struct Restored {
    EnergyBudget budget;
    double measured = 0;
  };

  void measure();
  double kinetic_of(std::span<const Block3<double>> v, std::span<Block3<double>> product) const;
  double candidate_elastic();
  double seen(bool is_solved);
  double work_of_holds(std::span<const Block3<double>> increment);

  std::string body_;
  StepNodes nodes_;
  StepSystem& system_;
  const NodeState& state_;
  NodeState& candidate_;
  std::optional<EnergyBudget> budget_, candidate_budget_;
  std::optional<Restored> restored_;
  double kinetic_ = 0;             // of the candidate, J; an upper bound if that is within the budget
  std::optional<double> elastic_;  // of the candidate, J, if it was asked for
  UnsetBlockVector<double> product_, inner_;  // work space
};

}  // namespace sinew
