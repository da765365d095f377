#include "stepping/implicit_stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/log.h"
#include "base/parallel.h"
#include "body/state_arrays.h"
#include "multigrid/level_responses.h"
#include "sinew/base/geometry.h"
#include "sinew/base/profile.h"
#include "stepping/hold_reactions.h"
#include "stepping/linear_step.h"
#include "stepping/static_balance.h"
#include "stepping/step_nodes.h"

namespace sinew {

namespace {

constexpr double kStill = 1e-9;  // of the body's extent: how far rounding alone may move nodes in a step
constexpr const char* kAcceleration = "acceleration";

// Empty if the state was saved before the first step, or by another scheme.
UnsetBlockVector<double> restored_acceleration(const BodyState& state, std::size_t size,
                                               const std::string& body) {
  const auto has_name = [](const StateArray& array) { return array.name == kAcceleration; };
  if (std::ranges::none_of(state, has_name) || find_array(state, kAcceleration, body).empty()) return {};
  return blocks_of(find_array(state, kAcceleration, size, body));
}

}  // namespace

ImplicitStepper::ImplicitStepper(std::string body, const ElasticParams& params, const StepNodes& nodes,
                                 StepSystem& system, StepForces& forces)
    : nodes_(nodes),
      equation_(body, params, nodes, state_, system, forces),
      newton_(equation_),
      energy_(std::move(body), nodes, system, state_, candidate_),
      momentum_(equation_, candidate_) {
  const std::size_t n = nodes.rest.size();
  extent_ = bounding_box(nodes.rest).diagonal();
  tally_.is_static = is_static();
  candidate_.u.resize(n), candidate_.v.resize(n);
}

void ImplicitStepper::start(const Vec3& velocity) {
  const std::size_t n = nodes_.rest.size();
  state_.u.assign(n, {}), state_.v.assign(n, {});
  for (Index i = 0; i < nodes_.count(); ++i)
    if (nodes_.held[i] == 0) state_.v[i] = to_block(velocity);
  nodes_.prescribe_velocities(0, state_.v);
  energy_.start();
}

void ImplicitStepper::predict(double time, double dt) {
  begin_step(time, dt);
  while (!relax()) {
  }
  end_step();
}

void ImplicitStepper::begin_step(double time, double dt) {
  time_ = time;
  candidate_time_ = time + dt;
  reactions_.reset();
  is_step_known_ = false;
  in_contact_ = was_held_back_ = was_displaced_ = false;
  momentum_given_ = 0;
  energy_.open();
  begin_by(integrator_of_step(), dt);
}

// Springs of pulls are stable with backward Euler and Newmark (stepping/pull_forces.cpp), but not with an
// acceleration: a soft bar pulled hard in steps of 1 ms gained energy.
//
// Contact needs the forces at the end of the step: Newmark's scheme would throw nodes back that contact stops, by the
// speed they came with, for ever, and corotated bodies gain energy by it.
Integrator ImplicitStepper::integrator_of_step() const {
  if (expects_contact_ && !is_static()) return Integrator::kBackwardEuler;
  if (!keeps_acceleration()) return params().chosen_integrator();
  if (equation_.pulls().any()) return Integrator::kBackwardEuler;
  return state_.a.empty() ? Integrator::kNewmark : Integrator::kGeneralizedAlpha;
}

void ImplicitStepper::begin_by(Integrator integrator, double dt) {
  equation_.begin(integrator, time_, dt, is_static() ? 0 : extrapolation_);
  knows_forces_ = false;
  if (params().strain == Strain::kCauchy) {
    method_ = Method::kLinear;
  } else if (is_static()) {
    method_ = Method::kBalance;
  } else if (params().strain == Strain::kCorotated) {
    method_ = Method::kInOneSetOfAxes;
    fix_axes(equation_);
  } else {
    begin_newton();
  }
}

bool ImplicitStepper::relax(std::span<const Block3<double>> contact_forces, int cycles) {
  in_contact_ = in_contact_ || !contact_forces.empty();
  equation_.set_contact_forces(contact_forces);
  switch (method_) {
    case Method::kLinear:
      return relax_linear_step(cycles);
    case Method::kInOneSetOfAxes:
      return relax_in_one_set_of_axes(cycles);
    case Method::kNewton:
      return relax_by_newton(cycles);
    case Method::kBalance:
      find_balance(equation_, newton_, newton_limit());
      break;
  }
  return true;
}

bool ImplicitStepper::relax_linear_step(int cycles) {
  relax_linear(equation_, cycles);
  if (is_static() && !equation_.solved)
    throw not_in_balance(equation_.body(),
                         fmt::format("{:.2g} of its forces is left", equation_.residual_left));
  return true;
}

bool ImplicitStepper::relax_in_one_set_of_axes(int cycles) {
  if (in_contact_ && knows_forces_) {
    relax_in_axes_from(known_at_, equation_, cycles);
  } else {
    if (in_contact_) known_at_ = equation_.increment;
    knows_forces_ = in_contact_;
    relax_in_axes(equation_, cycles);
  }
  const int asked = params().newton_iterations;
  if (asked == 1 || (asked == 0 && !turns_too_far(equation_))) return true;
  begin_newton();
  return false;
}

void ImplicitStepper::begin_newton() {
  method_ = Method::kNewton;
  knows_forces_ = false;
  const double of_start = equation_.scheme().restoring - 1;
  if (of_start > 0) {
    equation_.system().update_rotations(state_.u);
    equation_.system().internal_forces(state_.u, equation_.inner);
    axpby<double>(of_start, equation_.inner, 1, equation_.force);
  }
  newton_.shorten_increment();
  // Newmark conserves energy, so an error of one step would stay.
  const bool may_leave_some =
      equation_.integrator() == Integrator::kBackwardEuler && params().newton_iterations == 0;
  newton_.begin({newton_limit(), 0, may_leave_some});
}

// Contact relaxes a step ten times and more: corotated elements then take new axes only if they have turned.
bool ImplicitStepper::has_axes_for_contact() {
  return in_contact_ && knows_forces_ && params().strain == Strain::kCorotated &&
         params().newton_iterations == 0 && !turns_too_far(equation_, known_at_);
}

bool ImplicitStepper::relax_by_newton(int cycles) {
  using Status = NewtonIterations::Status;
  if (has_axes_for_contact()) {
    relax_in_axes_from(known_at_, equation_, cycles);
    return true;
  }
  if (in_contact_) newton_.lift_limit(), known_at_ = equation_.increment;
  const std::int64_t revision = equation_.revision();
  const bool may_keep = in_contact_ && cycles > 0 && params().strain == Strain::kGreen;
  const Status status = newton_.iterate(cycles, may_keep);
  knows_forces_ = in_contact_ && equation_.revision() != revision;
  if (status == Status::kGoesOn) return false;
  const bool is_counted = params().newton_iterations == 1;
  if (status != Status::kSolved && !is_counted) equation_.solved = false;
  return true;
}

int ImplicitStepper::newton_limit() const {
  if (params().newton_iterations > 0) return params().newton_iterations;
  if (is_static()) return 60;
  return 40;
}

void ImplicitStepper::end_step() {
  finish_step();

  // Find out whether the step has more energy than its scheme may give it.
  const Integrator integrator = equation_.integrator();
  const bool conserves = integrator == Integrator::kNewmark || integrator == Integrator::kGeneralizedAlpha;
  const bool may_gain = conserves && params().strain != Strain::kCauchy;
  is_damped_ = may_gain && energy_.exceeds_newmark(equation_.solved);

  // Repeat it by backward Euler, which damps. A body that contact has moved must stay where it is, so its
  // step is not repeated.
  if (is_damped_ && !in_contact_) {
    begin_by(Integrator::kBackwardEuler, equation_.scheme().dt);
    while (!relax()) {
    }
    finish_step();
  }

  // What contact by positions gave is not known.
  if (was_displaced_) return;

  // Take away what backward Euler gained, and refuse the step if still more energy is left. Steps that move
  // by rounding alone are not judged.
  if (is_static()) return;
  damp_gains();
  const bool knows_elastic = equation_.solved || equation_.system().has_followers();
  if (increment_size_ > kStill * extent_ && !was_held_back_) energy_.require_within_budget(knows_elastic);
}

// Contact is solved roughly and may push a body by more than the work of its forces, whatever its strain. Where unknowns
// follow others, elements between them store more than their equations know: what such bodies gain is not known.
void ImplicitStepper::damp_gains() {
  if (equation_.system().has_followers()) return;
  const bool damps = equation_.integrator() == Integrator::kBackwardEuler || is_damped_;
  const bool may_gain = in_contact_ || params().strain != Strain::kCauchy;
  if (!was_held_back_ && !(damps && may_gain)) return;
  if (energy_.take_away_gains(equation_.solved && !is_damped_)) is_damped_ = true;
}

// Pulls see to what they move themselves; contact asks for it before it looks for what would cross.
bool ImplicitStepper::keeps_momentum() const {
  const bool is_inexact = params().solver.cycles > 0 || equation_.system().leaks_momentum();
  return is_inexact && !is_static() && !in_contact_ && !equation_.pulls().any() && momentum_.any();
}

// Backward Euler takes spin away, linear strain cannot turn, and Newton iterations have their own forces.
// Drag and damping by mass have moments that are not among the forces.
bool ImplicitStepper::keeps_angular_momentum() const {
  if (equation_.system().leaks_momentum())
    return keeps_momentum() && params().damping.mass == 0 && equation_.drag_factor() == 0;
  return keeps_momentum() && method_ == Method::kInOneSetOfAxes && equation_.scheme().way() < 1 &&
         params().damping.mass == 0 && equation_.drag_factor() == 0;
}

void ImplicitStepper::finish_step() {
  if (keeps_momentum()) momentum_given_ = momentum_.balance_forces();
  finish_candidate();
  if (keeps_angular_momentum()) momentum_given_ = std::max(momentum_given_, momentum_.balance_moments());
}

void ImplicitStepper::finish_candidate() {
  const ProfileZone zone("step");
  struct Sums {
    double vv = 0, vw = 0, ww = 0, force = 0, work = 0;  // work is multiplied by the scheme's load
    double mvv = 0;                                      // at the end of the step
  };
  const StepScheme& scheme = equation_.scheme();
  const std::span<const double> masses = equation_.system().nodal_masses();
  const std::span<const Mat3> D = equation_.drag();
  if (keeps_acceleration()) candidate_.a.resize(nodes_.rest.size());

  // Make the candidate, and in the same pass the sums that judge it.
  const Sums sums = parallel_reduce(
      nodes_.count(), kNodesPerChunk, Sums{},
      [&](Index begin, Index end) {
        Sums part;
        for (Index i = begin; i < end; ++i) {
          const Vec3 w = to_vec3(equation_.increment[i]), v = to_vec3(state_.v[i]);
          const Vec3 a = state_.a.empty() ? Vec3{} : to_vec3(state_.a[i]);
          const Vec3 force = to_vec3(equation_.force[i]), after = scheme.velocity_after(w, v, a);
          candidate_.u[i] = to_block(to_vec3(state_.u[i]) + w);
          candidate_.v[i] = to_block(after);
          if (keeps_acceleration()) candidate_.a[i] = to_block(scheme.acceleration_after(v, after, a));
          part.mvv += masses[i] * dot(after, after);
          part.vv += dot(v, v), part.vw += dot(v, w), part.ww += dot(w, w);
          part.force += squared_norm(force);
          part.work += dot(force, w);
          if (!D.empty()) part.work -= equation_.drag_factor() * dot(w, D[i] * w);
        }
        return part;
      },
      [](const Sums& a, const Sums& b) {
        return Sums{a.vv + b.vv, a.vw + b.vw, a.ww + b.ww, a.force + b.force, a.work + b.work, a.mvv + b.mvv};
      });

  // Keep what the account of energy and the guess of the next step need.
  equation_.require_finite(sums.ww + sums.force);
  increment_size_ = std::sqrt(sums.ww / std::max<Index>(1, nodes_.count()));
  nodes_.prescribe_velocities(candidate_time_, candidate_.v);
  candidate_extrapolation_ = sums.vv > 0 ? std::clamp(sums.vw / (scheme.dt * sums.vv), 0.0, 1.0) : 1;
  if (!is_static()) energy_.add_candidate(sums.work / scheme.load, sums.mvv / 2, equation_.increment);
}

void ImplicitStepper::commit() {
  std::swap(state_, candidate_);
  extrapolation_ = candidate_extrapolation_;
  energy_.commit();
  if (was_held_back_ || was_displaced_)
    energy_.forget();  // what stopped the unknowns is not known as a force
  equation_.system().keep_rotations();
  equation_.pulls().commit();
  time_ = candidate_time_;
  is_step_known_ = true;
  count_step();
}

// Newton iterations end in the axes of the last iterate but one. What update_rotations() does leaves no trace
// in later steps.
std::vector<HoldReaction> ImplicitStepper::reactions() {
  if (reactions_) return *reactions_;
  if (!is_step_known_) return unknown_reactions(nodes_);
  const NodeState& before = candidate_;  // commit() exchanges the two
  if (method_ == Method::kNewton || method_ == Method::kBalance)
    equation_.system().update_rotations(state_.u);
  else
    equation_.system().use_kept_rotations();
  const double way = method_ == Method::kInOneSetOfAxes ? equation_.scheme().way() : 1;
  const BlockVector<double> forces = forces_of_holds(equation_, before, state_, way);
  reactions_ = reactions_of(nodes_, state_.u, forces);
  return *reactions_;
}

void ImplicitStepper::count_step() {
  const double left = equation_.residual_left;
  ++tally_.steps;
  if (is_damped_) ++tally_.damped;
  tally_.momentum_given = std::max(tally_.momentum_given, momentum_given_);
  tally_.last_residual = left;
  if (equation_.solved) return;
  tally_.worst_residual = std::max(tally_.worst_residual, left);
  if (tally_.unsolved++ > 0) return;
  log_warning(
      "body '{}': the step to {:.6g} s is not solved: a residual of {:.2g} is left after {} iterations of "
      "the last "
      "solve; more steps may follow, which are counted. Try a shorter step, more iterations or another "
      "method",
      equation_.body(), time_, left, last_solve().iterations);
}

void ImplicitStepper::start_positions(std::vector<Vec3>& positions) const {
  positions.resize(nodes_.rest.size());
  parallel_for_each(nodes_.count(), kNodesPerChunk,
                    [&](Index i) { positions[i] = nodes_.rest[i] + to_vec3(state_.u[i]); });
}

// Newton iterations that find nothing to correct build no operators, which contact needs nevertheless.
const SystemLevels& ImplicitStepper::system_levels() {
  if (!equation_.is_linearised()) equation_.linearise(equation_.trial);
  if (levels_.revision == equation_.revision()) return levels_;
  equation_.system().show_levels(levels_);
  levels_.held = nodes_.held;
  levels_.rollers = nodes_.rollers;
  const StepSystem& system = equation_.system();
  set_responses({system.nodal_masses(), equation_.scheme().mass, system.has_lumped_masses()}, levels_);
  levels_.revision = equation_.revision();
  return levels_;
}

void ImplicitStepper::balance_momentum(std::span<const Block3<double>> contact_forces) {
  if (is_static() || equation_.pulls().any() || !momentum_.any()) return;
  in_contact_ = true;
  equation_.set_contact_forces(contact_forces);
  momentum_given_ = std::max(momentum_given_, momentum_.balance_forces());
}

void ImplicitStepper::move(std::span<const Block3<double>> d) {
  in_contact_ = true;
  equation_.system().move(d, equation_.increment);
}

void ImplicitStepper::displace(std::span<const Block3<double>> d) {
  was_displaced_ = true;
  move(d);
}

void ImplicitStepper::begin_contact() {
  if (expects_contact_) return;
  expects_contact_ = true;
  if (equation_.integrator() != integrator_of_step()) begin_by(integrator_of_step(), equation_.scheme().dt);
}

void ImplicitStepper::hold_back(std::span<const HeldBack> unknowns) {
  in_contact_ = was_held_back_ = true;
  for (const auto& [i, share, way] : equation_.system().followed(unknowns)) {
    const Vec3 w = to_vec3(equation_.increment[i]);
    Vec3 change = (1 - share) * (way - w);
    const auto roller = std::ranges::lower_bound(nodes_.rollers, i, {}, &Roller::node);
    if (roller != nodes_.rollers.end() && roller->node == i) change = roller->free * change;
    equation_.increment[i] = to_block(w + change);
  }
  equation_.system().follow(equation_.increment);
}

void ImplicitStepper::set_damping(const Damping& damping) {
  equation_.set_damping(damping);
  energy_.forget_restored();
  materials_changed();
}

void ImplicitStepper::state_changed() {
  is_step_known_ = false;
  reactions_.reset();
  energy_.forget();
}

void ImplicitStepper::materials_changed() {
  is_step_known_ = false;
  equation_.forget_scheme();
  energy_.forget();
}

void ImplicitStepper::add_pull_arrows(std::vector<ForceArrow>& arrows) const {
  equation_.pulls().add_arrows(nodes_.rest, state_.u, arrows);
}

void ImplicitStepper::add_to_state(BodyState& state) const {
  state.push_back(state_array("displacement", state_.u));
  state.push_back(state_array("velocity", state_.v));
  state.push_back({"time and extrapolation", {time_, extrapolation_}});
  state.push_back(energy_.saved());
  if (keeps_acceleration()) state.push_back(state_array(kAcceleration, state_.a));
}

void ImplicitStepper::restore(const BodyState& state) {
  const std::string& body = equation_.body();
  const std::size_t n = 3 * nodes_.rest.size();
  NodeState restored{blocks_of(find_array(state, "displacement", n, body)),
                     blocks_of(find_array(state, "velocity", n, body))};
  const auto& numbers = find_array(state, "time and extrapolation", 2, body);
  if (keeps_acceleration()) restored.a = restored_acceleration(state, n, body);
  energy_.restore(state);
  state_ = std::move(restored);
  is_step_known_ = false;
  reactions_.reset();
  time_ = numbers[0];
  extrapolation_ = numbers[1];
}

void ImplicitStepper::take_over(const StepProgress& progress, NodeState state) {
  state_ = std::move(state);
  time_ = progress.time;
  extrapolation_ = progress.extrapolation;
  tally_ = progress.tally;
  energy_.take_over(progress.energy_budget);
}

}  // namespace sinew
