#pragma once

#include <memory>
#include <string>
#include <vector>

#include "stepping/elastic_params.h"
#include "stepping/pull_forces.h"
#include "stepping/step_forces.h"
#include "stepping/step_nodes.h"
#include "stepping/step_system.h"

namespace sinew {

// The equation of one implicit step (stepping/step_scheme.h) for the increments w of the nodes,
//
//   r(w) = f + M (velocity v - mass w) + f_int(u + w) - (stiffness - 1) K w - drag D w = 0,
//
// with f the loads from outside times scheme.load, and its correction: w += A^-1 r. Linear strain, corotated
// strain in one set of axes (stepping/linear_step.h) and Newton's iterations (stepping/newton_iterations.h)
// solve it; the vectors are theirs to write to.
class StepEquation {
 public:
  using In = std::span<const Block3<double>>;
  using Out = std::span<Block3<double>>;

  // Refers to all but the parameters. `start` is where steps begin.
  StepEquation(std::string body, const ElasticParams& params, const StepNodes& nodes, const NodeState& start,
               StepSystem& system, StepForces& forces);

  // The next begin() makes the operators again.
  void forget_scheme() { scheme_.dt = 0; }
  void set_damping(const Damping& damping) { params_.damping = damping; }
  void set_goal(const SolveGoal& goal) { goal_ = goal; }

  // A step of this length from `time` on. Free nodes are guessed to go on by this share of dt v.
  void begin(Integrator integrator, double time, double dt, double share_of_velocity);
  // What contact exerts on the nodes, N, in place of what it did; empty for nothing.
  void set_contact_forces(In forces);

  // residual = r of linear strain, whose internal forces are those of K.
  void find_linear_residual();
  // residual = r at the increment, with `inner` = f_int at u + way w and, of static load steps, without this
  // share of `offset`.
  void find_residual(double way, double share_of_offset = 0);
  // correction = A^-1 residual, by exactly so many cycles or, if 0, to the goal; with what pulls add to it.
  // Their loads are added to `force` and `r`.
  void correct(int cycles, Out r);
  // Rebuilds the operators of non-linear strains.
  void linearise(In u);

  // x . M x; Mx is overwritten.
  double mass_product(In x, Out Mx) const;
  double drag_product(In w) const;  // w . D w
  double drag_factor() const { return drag_factor_; }
  std::span<const Mat3> drag() const { return drag_factor_ > 0 ? forces_.drag() : std::span<const Mat3>(); }
  // What the damping by stiffness is beside the stiffness itself, k - 1: as a viscosity of the elements,
  // whose potential Newton's iterations can follow (Green strain), or as so much of the operator K.
  double viscosity() const;
  double damping_of_operator() const;
  // Elastic energy, and the potential of the viscosity, J.
  double stored_at(In u) const;
  // Throws Error, naming the body.
  void require_finite(double figure) const;

  const std::string& body() const { return body_; }
  const ElasticParams& params() const { return params_; }
  const StepNodes& nodes() const { return nodes_; }
  const NodeState& start() const { return start_; }
  StepSystem& system() const { return system_; }
  PullForces& pulls() { return pulls_; }
  const PullForces& pulls() const { return pulls_; }
  const StepScheme& scheme() const { return scheme_; }
  Integrator integrator() const { return integrator_; }  // of this step
  // Changes with the operators.
  std::int64_t revision() const { return revision_; }
  const SolveReport& last_solve() const { return last_solve_; }

  UnsetBlockVector<double> force, increment, residual, correction;
  UnsetBlockVector<double> y, z;                        // work space
  UnsetBlockVector<double> trial, inner, step, offset;  // of non-linear strains
  bool solved = true;                                   // whether this step met its tolerances
  double residual_left = 0;                             // of this step, over its forces

 private:
  void choose_scheme(Integrator integrator, double dt);
  void linearise_drag();
  void guess_increment(double time, double share_of_velocity);
  void subtract_drag();  // residual -= drag_factor_ D w
  SolveReport solve(const SolveGoal& goal, Out r, Out e);

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
  double drag_factor_ = 0;       // A has this times the drag, 1/s; 0: none
  std::vector<Mat3> drag_;       // that times the drag
  BlockVector<double> contact_;  // what `force` has of contact; empty: nothing
};

// a x + b y, and a x.
inline Block3<double> combined(double a, const Block3<double>& x, double b, const Block3<double>& y) {
  return {a * x.x + b * y.x, a * x.y + b * y.y, a * x.z + b * y.z, 0};
}
inline Block3<double> scaled(double a, const Block3<double>& x) { return {a * x.x, a * x.y, a * x.z, 0}; }

}  // namespace sinew
