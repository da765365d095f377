#pragma once

#include <optional>
#include <string>
#include <vector>

#include "body/body.h"
#include "multigrid/system_levels.h"
#include "stepping/energy_account.h"
#include "stepping/newton_iterations.h"
#include "stepping/step_equation.h"

namespace sinew {

// Where a stepper is: the time of its state, s, the share of dt v that its last increment went along, how its
// steps were solved, and the energy that the body may have (none: to be measured).
struct StepProgress {
  double time = 0, inertia = 1;
  StepTally tally = {};
  std::optional<EnergyBudget> energy_budget = {};
};

// Steps of an elastic body in time, of whatever elements: guesses, solves, and keeps state and candidate.
//
//   begin_step ---> relax, relax, ... ---> end_step ---> commit
//   forces, guess   one linear solve       candidate,    the candidate
//                   each                   its energy    becomes the state
class ImplicitStepper {
 public:
  // Refers to the nodes, the system and the forces. Errors name the body.
  ImplicitStepper(std::string body, const ElasticParams& params, const StepNodes& nodes, StepSystem& system,
                  StepForces& forces);
  ImplicitStepper(const ImplicitStepper&) = delete;
  ImplicitStepper& operator=(const ImplicitStepper&) = delete;

  // At rest and at this velocity; held nodes as the world moves them.
  void start(const Vec3& velocity);

  // As Body's and ContactSide's.
  void begin_step(double time, double dt);
  bool relax(std::span<const Block3<double>> contact_forces = {}, int cycles = 0);
  void end_step();
  // All three, with as many relaxations as it takes.
  void predict(double time, double dt);
  void commit();
  void start_positions(std::vector<Vec3>& positions) const;
  std::span<const Block3<double>> increment() const { return equation_.increment; }
  const SystemLevels& system_levels();
  void move(std::span<const Block3<double>> d);
  void hold_back(std::span<const Index> unknowns, std::span<const double> share);

  // In the numbers of the nodes.
  void set_pulls(std::vector<Pull> pulls) { equation_.pulls().set(std::move(pulls)); }
  void set_goal(const SolveGoal& goal) { equation_.set_goal(goal); }
  // Both make the next step rebuild its system.
  void set_damping(const Damping& damping);
  void materials_changed();

  const NodeState& state() const { return state_; }
  double time() const { return time_; }  // of the state, s
  const SolveReport& last_solve() const { return equation_.last_solve(); }
  const StepTally& tally() const { return tally_; }
  // All but the external one.
  Energies energies() const { return energy_.energies(); }
  void add_pull_arrows(std::vector<ForceArrow>& arrows) const;

  void add_to_state(BodyState& state) const;
  // Error where it has not these nodes.
  void restore(const BodyState& state);
  // Goes on from where another stepper was, with the nodes' displacements and velocities given.
  void take_over(const StepProgress& progress, NodeState state);
  StepProgress progress() { return {time_, inertia_, tally_, energy_.release()}; }
  // Gives the state away: the last thing to ask of a stepper.
  NodeState release_state() { return std::move(state_); }

 private:
  // How this step is solved.
  enum class Method { kLinear, kInOneSetOfAxes, kNewton, kBalance };

  const ElasticParams& params() const { return equation_.params(); }
  bool is_static() const { return params().chosen_integrator() == Integrator::kStatic; }
  void begin_by(Integrator integrator, double dt);
  void begin_newton();
  int newton_limit() const;
  bool relax_linear_step(int cycles);
  bool relax_in_one_set_of_axes(int cycles);
  bool relax_by_newton(int cycles);
  void finish_candidate();
  void damp_gains();
  void count_step();

  StepNodes nodes_;
  NodeState state_, candidate_;
  StepEquation equation_;
  NewtonIterations newton_;
  EnergyAccount energy_;
  Method method_ = Method::kLinear;
  bool in_contact_ = false;    // whether contact took part in this step
  double time_ = 0;            // of the state
  double candidate_time_ = 0;  // of the candidate
  // The share of dt v that the last increment went along, 0 to 1: where the next solve starts from.
  double inertia_ = 1, candidate_inertia_ = 1;
  StepTally tally_;
  double increment_size_ = 0;  // root of the mean square over the nodes, m
  double extent_ = 0;          // of the body at rest, m
  bool is_damped_ = false;     // whether energy that this step would have gained was taken away
  SystemLevels levels_;
};

}  // namespace sinew
