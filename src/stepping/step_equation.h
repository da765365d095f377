#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/stepping/elastic_params.h"
#include "stepping/pull_forces.h"
#include "stepping/step_forces.h"
#include "stepping/step_nodes.h"
#include "stepping/step_system.h"

namespace sinew {

inline Block3<double> combined(double a, const Block3<double>& x, double b, const Block3<double>& y) {
  return {a * x.x + b * y.x, a * x.y + b * y.y, a * x.z + b * y.z, 0};
}
inline Block3<double> scaled(double a, const Block3<double>& x) { return {a * x.x, a * x.y, a * x.z, 0}; }

// The equation of one implicit step (stepping/step_scheme.h) for the increments w of the nodes,
//
//   r(w) = f + M (velocity v - mass w) + f_int(u + w) - (stiffness - 1) K w - drag D w = 0,
//
// where f is the load from outside times scheme.load, and its correction: w += A^-1 r. It is solved for
// linear strain and for corotated strain in one set of axes by stepping/linear_step.h, and by Newton
// iterations (stepping/newton_iterations.h); both write to its vectors.
class StepEquation {
 public:
  using In = std::span<const Block3<double>>;
  using Out = std::span<Block3<double>>;

  // Refers to all but the parameters. `start` is the state at which steps begin.
  StepEquation(std::string body, const ElasticParams& params, const StepNodes& nodes, const NodeState& start,
               StepSystem& system, StepForces& forces);

  // Makes the next begin() rebuild the operators.
  void forget_scheme() { scheme_.dt = 0; }
  void set_damping(const Damping& damping) { params_.damping = damping; }
  void set_goal(const SolveGoal& goal) { goal_ = goal; }

  // Begins a step of length dt at `time`. The guess moves free nodes by this share of dt v.
  void begin(Integrator integrator, double time, double dt, double share_of_velocity);
  // Replaces the contact forces on the nodes, N; empty: none.
  void set_contact_forces(In forces);

  // Sets residual = r for linear strain, whose internal forces are those of K.
  void find_linear_residual();
  // Sets residual = r at the increment, given `inner` = f_int at u + way w. Static load steps leave out this
  // share of `offset`.
  void find_residual(double way, double share_of_offset = 0);
  // The same for elements that keep the axes of the operators, given `inner` at u + known: K finds the rest.
  void find_residual_from(In known);
  // Sets correction = A^-1 residual, by exactly this many cycles or, if 0, to the goal, and lets pulls act.
  // Loads of the pulls are added to `force` and `r`.
  void correct(int cycles, Out r);
  // Rebuilds the operators of non-linear strains.
  void linearise(In u);

  // Returns x . M x; Mx is overwritten.
  double mass_product(In x, Out Mx) const;
  // velocity v + acceleration a
  Block3<double> inertia_at_start(Index i) const {
    const Block3<double> of_velocity = scaled(scheme_.velocity, start_.v[i]);
    return scheme_.acceleration == 0 ? of_velocity
                                     : combined(1, of_velocity, scheme_.acceleration, start_.a[i]);
  }
  double drag_product(In w) const;  // w . D w
  double drag_factor() const { return drag_factor_; }
  std::span<const Mat3> drag() const { return drag_factor_ > 0 ? forces_.drag() : std::span<const Mat3>(); }
  // Stiffness damping, k - 1: either as a viscosity of the elements, whose potential Newton iterations can
  // minimise (Green strain), or as a multiple of the operator K.
  double viscosity() const;
  double damping_of_operator() const;
  // Elastic energy plus the potential of the viscosity, J.
  double stored_at(In u) const;
  // Throws Error, naming the body, if the value is not finite.
  void require_finite(double value) const;

  const std::string& body() const { return body_; }
  const ElasticParams& params() const { return params_; }
  const StepNodes& nodes() const { return nodes_; }
  const NodeState& start() const { return start_; }
  StepSystem& system() const { return system_; }
  PullForces& pulls() { return pulls_; }
  const PullForces& pulls() const { return pulls_; }
  const StepScheme& scheme() const { return scheme_; }
  Integrator integrator() const { return integrator_; }  // of this step
  // Whether the operators of non-linear strains were built for this scheme.
  bool is_linearised() const { return is_linearised_; }
  // Changes whenever the operators do.
  std::int64_t revision() const { return revision_; }
  const SolveReport& last_solve() const { return last_solve_; }
  // The contact forces that `force` contains, times the load of the scheme, N; empty: none.
  In contact_forces() const { return contact_; }

  UnsetBlockVector<double> force, increment, residual, correction;
  UnsetBlockVector<double> y, z;                        // work space
  UnsetBlockVector<double> trial, inner, step, offset;  // for non-linear strains
  bool solved = true;                                   // whether this step met its tolerances
  double residual_left = 0;                             // relative to the forces of this step

 private:
  Block3<double> damped_at_start(Index i) const {
    return combined(scheme_.damped_velocity, start_.v[i], scheme_.damped_acceleration, start_.a[i]);
  }
  void choose_scheme(Integrator integrator, double dt);
  void linearise_drag();
  void guess_increment(double time, double share_of_velocity);
  void subtract_drag();  // residual -= drag_factor_ D w
  SolveReport solve(const SolveGoal& goal, Out r, Out e);
  In forces_in_equations();

  std::string body_;
  ElasticParams params_;
  StepNodes nodes_;
  const NodeState& start_;
  StepSystem& system_;
  StepForces& forces_;
  PullForces pulls_;
  SolveGoal goal_;
  std::unique_ptr<SolveWork> work_;
  SolveReport last_solve_;
  StepScheme scheme_;
  Integrator integrator_ = Integrator::kStatic;
  std::int64_t revision_ = 0;
  bool is_linearised_ = false;
  double drag_factor_ = 0;           // A contains this times the drag, 1/s; 0: none
  std::vector<Mat3> drag_;           // drag_factor_ times the drag
  UnsetBlockVector<double> spread_;  // `force` as it is in the equations, if unknowns follow others
  BlockVector<double> contact_;      // the contact forces that `force` contains; empty: none
};

}  // namespace sinew
