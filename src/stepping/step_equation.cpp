#include "stepping/step_equation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "sinew/base/error.h"
#include "sinew/base/profile.h"
#include "stepping/step_nodes.h"

namespace sinew {

StepEquation::StepEquation(std::string body, const ElasticParams& params, const StepNodes& nodes,
                           const NodeState& start, StepSystem& system, StepForces& forces)
    : body_(std::move(body)),
      params_(params),
      nodes_(nodes),
      start_(start),
      system_(system),
      forces_(forces),
      goal_(goal_of(params.solver)) {
  const std::size_t n = nodes.rest.size();
  for (auto* x : {&force, &residual, &correction, &increment, &y, &z}) x->resize(n);
  if (params.strain != Strain::kCauchy) trial.resize(n), inner.resize(n), step.resize(n);
}

void StepEquation::begin(Integrator integrator, double time, double dt, double share_of_velocity) {
  solved = true;
  residual_left = 0;
  contact_.clear();
  choose_scheme(integrator, dt);
  forces_.evaluate(time + scheme_.force_time, start_.u, start_.v, force);
  linearise_drag();
  pulls_.begin(scheme_, nodes_, start_);
  guess_increment(time + dt, share_of_velocity);
  system_.follow(increment);
  parallel_for_each(nodes_.count(), kNodesPerChunk,
                    [&](Index i) { force[i] = scaled(scheme_.load, force[i]); });
}

void StepEquation::choose_scheme(Integrator integrator, double dt) {
  if (scheme_.dt == dt && integrator_ == integrator) return;
  integrator_ = integrator;
  scheme_ = step_scheme(integrator, params_.damping, dt);
  system_.set_scheme(scheme_);
  is_linearised_ = params_.strain == Strain::kCauchy;
  ++revision_;
  drag_.clear();
  work_.reset();
  pulls_.forget_compliances();
}

// Takes the wind's forces at the end of the step (Newmark: in its middle), whose mean velocities are w / dt:
//   f(v) - D (w / dt - v).
// With the velocities at the start, wind would push light cloth beyond its own speed, and back even more in
// the next step. If no node can gain a twentieth of the wind's speed in a step, the forces at the start are
// used.
void StepEquation::linearise_drag() {
  constexpr double kWeak = 0.05;
  const std::span<const Mat3> D = forces_.drag();
  bool is_strong = false;
  if (!D.empty() && params_.chosen_integrator() != Integrator::kStatic) {
    const std::span<const double> masses = system_.nodal_masses();
    for (Index i = 0; i < nodes_.count() && !is_strong; ++i)
      is_strong = nodes_.held[i] == 0 && scheme_.dt * trace(D[i]) > kWeak * masses[i];
  }
  drag_factor_ = is_strong ? scheme_.load / scheme_.dt : 0;
  const bool had_drag = !drag_.empty();
  drag_.clear();
  if (is_strong)
    for (const Mat3& block : D) drag_.push_back(drag_factor_ * block);
  if (is_strong || had_drag) system_.set_drag(drag_), ++revision_;
  if (!is_strong) return;
  parallel_for_each(nodes_.count(), kNodesPerChunk,
                    [&](Index i) { force[i] = to_block(to_vec3(force[i]) + D[i] * to_vec3(start_.v[i])); });
}

// Free nodes continue along their velocity, by the share that was right in the last step: near 1 for a body
// that swings slowly, near 0 for one whose stiff modes reverse in every step. Held nodes follow their motion.
void StepEquation::guess_increment(double time, double share_of_velocity) {
  const ProfileZone zone("step");
  const double reach = share_of_velocity * scheme_.dt;
  parallel_for_each(nodes_.count(), kNodesPerChunk,
                    [&](Index i) { increment[i] = scaled(reach, start_.v[i]); });
  for (const Hold& hold : nodes_.holds)
    for (const Index i : hold.nodes)
      if (hold.directions.empty())
        increment[i] = to_block(nodes_.prescribed_displacement(hold.motion, i, time) - to_vec3(start_.u[i]));
  for (const GuidedNode& guided : nodes_.guided) {
    const Vec3 u = to_vec3(start_.u[guided.node]), along_velocity = reach * to_vec3(start_.v[guided.node]);
    const Vec3 led = nodes_.prescribed_displacement(guided, time) - guided.held_part(u);
    increment[guided.node] = to_block(guided.free * along_velocity + led);
  }
}

void StepEquation::set_contact_forces(In forces) {
  if (forces.empty() && contact_.empty()) return;
  contact_.resize(force.size());
  parallel_for_each(nodes_.count(), kNodesPerChunk, [&](Index i) {
    const bool feels = !forces.empty() && nodes_.held[i] == 0;
    const Block3<double> next = feels ? scaled(scheme_.load, forces[i]) : Block3<double>{};
    force[i] = combined(1, combined(1, force[i], -1, contact_[i]), 1, next);
    contact_[i] = next;
  });
}

StepEquation::In StepEquation::forces_in_equations() {
  if (!system_.has_followers()) return force;
  spread_ = force;
  system_.spread(spread_);
  return spread_;
}

// r = load f + M (velocity v - m w) - K (restoring u + k w) - drag w
void StepEquation::find_linear_residual() {
  const ProfileZone zone("step");
  const bool damps_start = scheme_.damped_velocity != 0;
  parallel_for_each(nodes_.count(), kNodesPerChunk, [&](Index i) {
    y[i] = combined(1, inertia_at_start(i), -scheme_.mass, increment[i]);
    z[i] = combined(-scheme_.restoring, start_.u[i], -scheme_.stiffness, increment[i]);
    if (damps_start) z[i] = combined(1, z[i], -1, damped_at_start(i));
  });
  system_.residual(force, y, z, residual);
  subtract_drag();
}

// r = f + M (velocity v - m w) + f_int(u + w) - (k - 1) K w - drag w
void StepEquation::find_residual(double way, double share_of_offset) {
  const bool damps = damping_of_operator() > 0, damps_start = damps && scheme_.damped_velocity != 0;
  const In loads = forces_in_equations();
  parallel_for_each(nodes_.count(), kNodesPerChunk, [&](Index i) {
    y[i] = combined(1, inertia_at_start(i), -scheme_.mass, increment[i]);
    if (damps) z[i] = scaled(-damping_of_operator(), increment[i]);
    if (damps_start) z[i] = combined(1, z[i], -1, damped_at_start(i));
    correction[i] = combined(1, loads[i], 1 / way, inner[i]);
    if (share_of_offset > 0) correction[i] = combined(1, correction[i], -share_of_offset, offset[i]);
  });
  system_.residual(correction, y, damps ? In(z) : In{}, residual);
  subtract_drag();
}

// r = f + M (velocity v - m w) + f_int(u + known) - K (w - known) - (k - 1) K w - drag w
void StepEquation::find_residual_from(In known) {
  const bool damps_start = damping_of_operator() > 0 && scheme_.damped_velocity != 0;
  const In loads = forces_in_equations();
  parallel_for_each(nodes_.count(), kNodesPerChunk, [&](Index i) {
    y[i] = combined(1, inertia_at_start(i), -scheme_.mass, increment[i]);
    z[i] = combined(1, known[i], -1 - damping_of_operator(), increment[i]);
    if (damps_start) z[i] = combined(1, z[i], -1, damped_at_start(i));
    correction[i] = combined(1, loads[i], 1, inner[i]);
  });
  system_.residual(correction, y, z, residual);
  subtract_drag();
}

void StepEquation::subtract_drag() {
  if (drag_factor_ == 0) return;
  const std::span<const Mat3> D = forces_.drag();
  parallel_for_each(nodes_.count(), kNodesPerChunk, [&](Index i) {
    if (nodes_.held[i] == 0)
      residual[i] = to_block(to_vec3(residual[i]) - drag_factor_ * (D[i] * to_vec3(increment[i])));
  });
  project<double>(nodes_.rollers, residual);
}

SolveReport StepEquation::solve(const SolveGoal& goal, Out r, Out e) {
  if (!work_) work_ = system_.make_work();
  project(nodes_.rollers, r);
  return system_.solve(goal, r, e, *work_);
}

void StepEquation::correct(int cycles, Out r) {
  SolveGoal goal = goal_;
  // An iteration of conjugate gradients without levels is no cycle: bodies in contact would gain energy by what is left.
  if (cycles > 0 && uses_levels(params_.solver.method)) goal.cycles = cycles;
  last_solve_ = solve(goal, residual, correction);
  require_finite(last_solve_.residual);
  if (!last_solve_.converged) solved = false, residual_left = std::max(residual_left, last_solve_.residual);
  const auto respond = [this](Out load, Out moved) {
    system_.spread(load);
    solve(goal_, load, moved);
  };
  pulls_.apply(respond, increment, correction, force, r);
}

void StepEquation::linearise(In u) {
  system_.linearise(u);
  is_linearised_ = true;
  ++revision_;
}

double StepEquation::mass_product(In x, Out Mx) const {
  system_.multiply_mass(x, Mx);
  return dot(x, In(Mx));
}

double StepEquation::drag_product(In w) const {
  const std::span<const Mat3> D = forces_.drag();
  double sum = 0;
  for (Index i = 0; i < nodes_.count(); ++i) sum += dot(to_vec3(w[i]), D[i] * to_vec3(w[i]));
  return sum;
}

double StepEquation::viscosity() const {
  return params_.strain == Strain::kGreen ? scheme_.stiffness - 1 : 0;
}

double StepEquation::damping_of_operator() const {
  return params_.strain == Strain::kGreen ? 0 : scheme_.stiffness - 1;
}

double StepEquation::stored_at(In u) const {
  const double elastic = system_.elastic_energy(u);
  return viscosity() > 0 ? elastic + system_.viscous_potential(viscosity(), start_.u, u) : elastic;
}

void StepEquation::require_finite(double value) const {
  if (!std::isfinite(value))
    throw Error(fmt::format("the numbers of body '{}' are no longer finite", body_), "",
                "take a shorter step, or a tighter solver tolerance");
}

}  // namespace sinew
