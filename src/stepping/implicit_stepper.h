#pragma once

#include <optional>
#include <string>
#include <vector>

#include "body/contact_side.h"
#include "multigrid/system_levels.h"
#include "sinew/body/body.h"
#include "stepping/energy_account.h"
#include "stepping/momentum_account.h"
#include "stepping/newton_iterations.h"
#include "stepping/step_equation.h"

namespace sinew {

// What a stepper carries from step to step: time of its state (s); extrapolation, the part of dt v that the
// last increment really moved, 0 to 1, from which the next one starts; how its steps were solved; the energy
// that the body may have (empty: to be measured).
struct StepProgress {
  double time = 0, extrapolation = 1;
  StepTally tally = {};
  std::optional<EnergyBudget> energy_budget = {};
};

// Steps an elastic body in time, whatever its elements: guesses, solves, and keeps state and candidate.
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

  // Starts in the rest shape with this velocity; held nodes have the velocity of their motion.
  void start(const Vec3& velocity);

  // As in Body and ContactSide.
  void begin_step(double time, double dt);
  bool relax(std::span<const Block3<double>> contact_forces = {}, int cycles = 0);
  void end_step();
  // Calls all three, with as many relaxations as are needed.
  void predict(double time, double dt);
  void commit();
  void start_positions(std::vector<Vec3>& positions) const;
  std::span<const Block3<double>> increment() const { return equation_.increment; }
  const SystemLevels& system_levels();
  double load() const { return equation_.scheme().load; }
  void balance_momentum(std::span<const Block3<double>> contact_forces);
  void take_contact_forces(std::span<const Block3<double>> forces) { equation_.set_contact_forces(forces); }
  void move(std::span<const Block3<double>> d);
  void displace(std::span<const Block3<double>> d);
  void expect_contact(bool touches) { expects_contact_ = touches; }
  void begin_contact();
  void hold_back(std::span<const HeldBack> unknowns);
  std::span<const double> nodal_masses() const { return equation_.system().nodal_masses(); }

  // Pulls name nodes of the stepper.
  void set_pulls(std::vector<Pull> pulls) { equation_.pulls().set(std::move(pulls)); }
  void set_goal(const SolveGoal& goal) { equation_.set_goal(goal); }
  // The pieces whose momentum is corrected after steps of counted cycles.
  void set_loose_pieces(std::shared_ptr<const LoosePieces> pieces) {
    momentum_.set_pieces(std::move(pieces));
  }
  bool knows_loose_pieces() const { return momentum_.knows_pieces(); }
  // Both make the next step rebuild its system.
  void set_damping(const Damping& damping);
  void materials_changed();

  const NodeState& state() const { return state_; }
  // For bodies that change between steps what unknowns stand for; state_changed() must follow if they did.
  NodeState& state_to_change() { return state_; }
  void state_changed();
  // Of the last step, times the load of its scheme, N; empty: none.
  std::span<const Block3<double>> contact_forces() const { return equation_.contact_forces(); }
  double time() const { return time_; }  // of the state, s
  const SolveReport& last_solve() const { return equation_.last_solve(); }
  const StepTally& tally() const { return tally_; }
  // Kinetic and elastic; external is 0.
  Energies energies() const { return energy_.energies(); }
  void add_pull_arrows(std::vector<ForceArrow>& arrows) const;
  // What the holds exerted in the last step, in own axes (stepping/hold_reactions.h). It is computed when it
  // is first asked for, and not a number if no step led to this state.
  std::vector<HoldReaction> reactions();

  void add_to_state(BodyState& state) const;
  // Throws Error if the arrays do not fit these nodes.
  void restore(const BodyState& state);
  // Compares a restored energy budget with the energy of the body, whose rotations have been restored.
  void settle_energy() { energy_.settle(); }
  // Continues where another stepper stopped, with these displacements and velocities.
  void take_over(const StepProgress& progress, NodeState state);
  StepProgress progress() { return {time_, extrapolation_, tally_, energy_.release()}; }
  // Moves the state out; nothing else may be asked of the stepper afterwards.
  NodeState release_state() { return std::move(state_); }

 private:
  enum class Method { kLinear, kInOneSetOfAxes, kNewton, kBalance };

  const ElasticParams& params() const { return equation_.params(); }
  bool keeps_acceleration() const { return params().chosen_integrator() == Integrator::kGeneralizedAlpha; }
  bool is_static() const { return params().chosen_integrator() == Integrator::kStatic; }
  Integrator integrator_of_step() const;
  void begin_by(Integrator integrator, double dt);
  void begin_newton();
  int newton_limit() const;
  bool relax_linear_step(int cycles);
  bool relax_in_one_set_of_axes(int cycles);
  bool relax_by_newton(int cycles);
  bool has_axes_for_contact();
  bool keeps_momentum() const;
  bool keeps_angular_momentum() const;
  void finish_step();
  void finish_candidate();
  void damp_gains();
  void count_step();

  StepNodes nodes_;
  NodeState state_, candidate_;
  StepEquation equation_;
  NewtonIterations newton_;
  EnergyAccount energy_;
  MomentumAccount momentum_;
  Method method_ = Method::kLinear;
  bool expects_contact_ = false;  // whether steps are made for contact
  bool in_contact_ = false;       // whether contact took part in this step
  bool was_held_back_ = false;    // whether it took back parts of the increment
  bool was_displaced_ = false;    // whether it moved unknowns by what no force says
  // The increment at which the equation's `inner` are the forces in the axes of its operators; and whether it is
  // known. Contact relaxes a step often.
  UnsetBlockVector<double> known_at_;
  bool knows_forces_ = false;
  double time_ = 0;            // of the state
  double candidate_time_ = 0;  // of the candidate
  // The part of dt v that the last increment really moved, 0 to 1: where the next solve starts.
  double extrapolation_ = 1, candidate_extrapolation_ = 1;
  StepTally tally_;
  double increment_size_ = 0;  // root mean square over the nodes, m
  double extent_ = 0;          // of the body at rest, m
  bool is_damped_ = false;     // whether this step gained energy, which was taken away
  double momentum_given_ = 0;  // the largest speed that this step's correction of momentum added, m/s
  SystemLevels levels_;
  bool is_step_known_ = false;  // whether the equation and the candidate are those that led to the state
  std::optional<std::vector<HoldReaction>> reactions_;
};

}  // namespace sinew
