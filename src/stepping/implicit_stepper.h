#pragma once

#include <optional>

#include "body/body.h"
#include "elastic/strain.h"
#include "stepping/elastic_params.h"
#include "stepping/energy_budget.h"
#include "stepping/pull_forces.h"
#include "stepping/step_forces.h"
#include "stepping/step_nodes.h"

namespace sinew {

// Where a stepper is: the time of its state, s, the share of dt v that its last increment went along, how its
// steps were solved, and the energy that the body may have (none: to be measured).
struct StepProgress {
  double time = 0, inertia = 1;
  StepTally tally = {};
  std::optional<EnergyBudget> energy_budget = {};
};

// Steps of an elastic body in time, of whatever elements: guesses, solves, and keeps state and candidate.
class ImplicitStepper {
 public:
  // Refers to the nodes, the system and the forces. Errors name the body.
  ImplicitStepper(std::string body, const ElasticParams& params, const StepNodes& nodes, StepSystem& system,
                  StepForces& forces);

  // At rest and at this velocity; held nodes as the world moves them.
  void start(const Vec3& velocity);
  // As Body's.
  void predict(double time, double dt);
  void commit();

  // In the numbers of the nodes.
  void set_pulls(std::vector<Pull> pulls) { pulls_.set(std::move(pulls)); }
  void set_goal(const SolveGoal& goal) { goal_ = goal; }
  // Both make the next step rebuild its system.
  void set_damping(const Damping& damping);
  void materials_changed();

  const NodeState& state() const { return state_; }
  double time() const { return time_; }  // of the state, s
  const SolveReport& last_solve() const { return last_solve_; }
  const StepTally& tally() const { return tally_; }
  // All but the external one.
  Energies energies() const;
  void add_pull_arrows(std::vector<ForceArrow>& arrows) const;

  void add_to_state(BodyState& state) const;
  // Error where it has not these nodes.
  void restore(const BodyState& state);
  // Goes on from where another stepper was, with the nodes' displacements and velocities given.
  void take_over(const StepProgress& progress, NodeState state);
  StepProgress progress();
  // Gives the state away: the last thing to ask of a stepper.
  NodeState release_state() { return std::move(state_); }

 private:
  struct Newton {
    int most = 1;                // corrections
    double share_of_offset = 0;  // what the residual may keep of offset_: for load steps
    bool leaves_unseen = false;  // whether energy that makes no difference may be left above the minimum
  };
  struct Search {
    double length;  // of the correction, 1 or less; 0: no length lowers the energy
    double stored;  // where it starts, J
  };
  enum class NewtonEnd { kSolved, kOutOfIterations, kStalled };

  Integrator integrator() const { return params_.chosen_integrator(); }
  void find_energy_budget();
  void predict_by(Integrator integrator, double dt);
  void choose_scheme(Integrator integrator, double dt);
  void linearise_drag();
  void guess_increment(double time);
  void solve_linear_step();
  void solve_nonlinear_step();
  void solve_in_one_set_of_axes();
  bool turns_too_far();
  void shorten_increment();
  double drag_product(std::span<const Block3<double>> w) const;  // w . D w
  // What the damping by stiffness is beside the stiffness itself, k - 1: as a viscosity of the elements,
  // whose potential Newton's iterations can follow (Green strain), or as so much of the operator K.
  double viscosity() const;
  double damping_of_operator() const;
  // Elastic energy, and the potential of the viscosity.
  double stored_at(std::span<const Block3<double>> u) const;
  double unseen_energy(double stored);
  int newton_limit() const;
  NewtonEnd iterate(const Newton& newton);
  void find_balance();
  void step_to_balance();
  // residual_ = what is out of balance at trial_, whose internal forces are inner_ times 1 / way
  void find_residual(double way, double share_of_offset = 0);
  void correct(std::span<Block3<double>> r);
  SolveReport solved_by_system(std::span<Block3<double>> r, std::span<Block3<double>> e);
  // residual_ -= drag_factor_ D w
  void subtract_drag();
  Search line_search(std::span<const Block3<double>> w, std::span<const Block3<double>> inner_forces);
  void finish_candidate(double time);
  double work_of_holds();
  void count_step();
  void require_finite(double figure) const;
  double candidate_elastic();
  double energy_seen();
  void take_away_gained_energy();
  void require_energy_within_budget();
  // x . M x; Mx is overwritten.
  double mass_product(std::span<const Block3<double>> x, std::span<Block3<double>> Mx) const;

  std::string body_;
  ElasticParams params_;
  StepNodes nodes_;
  StepSystem& system_;
  StepForces& forces_;
  SolveGoal goal_;
  std::unique_ptr<SolveWork> work_;

  StepScheme scheme_;
  Integrator scheme_integrator_ = Integrator::kStatic;
  NodeState state_, candidate_;
  double time_ = 0;            // of the state
  double candidate_time_ = 0;  // of the candidate
  // The share of dt v that the last increment went along, 0 to 1: where the next solve starts from.
  double inertia_ = 1, candidate_inertia_ = 1;
  SolveReport last_solve_;
  bool solved_ = true;        // whether this step met its tolerances
  double residual_left_ = 0;  // of this step, over its forces
  StepTally tally_;
  std::optional<EnergyBudget> energy_budget_, candidate_budget_;
  // A restored budget holds for the state it was saved with: edited by hand, or of another material, a body
  // has other energy than was measured then, J, and a budget of its own.
  struct RestoredBudget {
    EnergyBudget budget;
    double measured = 0;
  };
  std::optional<RestoredBudget> restored_budget_;
  double candidate_kinetic_ = 0;             // J; an upper bound if that is within the budget
  std::optional<double> candidate_elastic_;  // J, if it was asked for
  double increment_size_ = 0;                // root of the mean square over the nodes, m
  double extent_ = 0;                        // of the body at rest, m
  bool is_damped_ = false;                   // whether energy that this step would have gained was taken away
  double drag_factor_ = 0;                   // A has this times the drag, 1/s; 0: none
  std::vector<Mat3> drag_;                   // that times the drag
  PullForces pulls_;

  UnsetBlockVector<double> force_, residual_, correction_, increment_, trial_, y_, z_, inner_, step_, offset_;
};

}  // namespace sinew
