#include "body/implicit_stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"
#include "base/profile.h"
#include "body/state_arrays.h"

namespace sinew {

namespace {

using In = std::span<const Block3<double>>;
constexpr Index kNodes = 2048;

Block3<double> combined(double a, const Block3<double>& x, double b, const Block3<double>& y) {
  return {a * x.x + b * y.x, a * x.y + b * y.y, a * x.z + b * y.z, 0};
}

Block3<double> scaled(double a, const Block3<double>& x) { return {a * x.x, a * x.y, a * x.z, 0}; }

}  // namespace

ImplicitStepper::ImplicitStepper(std::string body, const ImplicitParams& params, const StepNodes& nodes,
                                 StepEquations& equations)
    : body_(std::move(body)), params_(params), nodes_(nodes), equations_(equations) {
  const std::size_t n = nodes.rest.size();
  for (NodeState* state : {&state_, &candidate_}) state->u.resize(n), state->v.resize(n);
  for (auto* x : {&force_, &residual_, &correction_, &increment_, &y_, &z_}) x->resize(n);
  if (params.strain != Strain::kCauchy) trial_.resize(n), inner_.resize(n);
}

void ImplicitStepper::start(const Vec3& velocity) {
  for (Index i = 0; i < nodes_.count(); ++i)
    if (nodes_.held[i] == 0) state_.v[i] = to_block(velocity);
  for (const Hold& hold : nodes_.holds)
    for (const Index i : hold.nodes) state_.v[i] = to_block(velocity_at(hold.motion, nodes_.rest[i], 0));
}

void ImplicitStepper::predict(double time, double dt) {
  time_ = time;
  candidate_time_ = time + dt;
  choose_scheme(dt);
  equations_.applied_forces(time + scheme_.force_time, state_.u, state_.v, force_);
  pulls_.begin(scheme_, nodes_.rest, nodes_.held, state_.u, state_.v);
  guess_increment(candidate_time_);
  if (params_.strain == Strain::kCauchy)
    solve_linear_step();
  else
    solve_nonlinear_step();
  finish_candidate(candidate_time_);
}

void ImplicitStepper::commit() {
  std::swap(state_, candidate_);
  inertia_ = candidate_inertia_;
  equations_.keep_rotations();
  pulls_.commit();
  time_ = candidate_time_;
}

void ImplicitStepper::set_damping(const Damping& damping) {
  params_.damping = damping;
  scheme_.dt = 0;
}

void ImplicitStepper::choose_scheme(double dt) {
  if (scheme_.dt == dt) return;
  scheme_ = step_scheme(params_.integrator, params_.damping, dt);
  equations_.set_scheme(scheme_);
  pulls_.forget_compliances();
}

// Free nodes go on as they went, as far as that was right in the last step: a body that swings slowly goes
// on, one whose stiff modes turn round in every step is better taken where it is. Held nodes go where they
// must.
void ImplicitStepper::guess_increment(double time) {
  const ProfileZone zone("step");
  const double reach = params_.integrator == Integrator::kStatic ? 0 : inertia_ * scheme_.dt;
  parallel_for_each(nodes_.count(), kNodes, [&](Index i) { increment_[i] = scaled(reach, state_.v[i]); });
  for (const Hold& hold : nodes_.holds)
    for (const Index i : hold.nodes)
      increment_[i] = to_block(displacement_at(hold.motion, nodes_.rest[i], time) - to_vec3(state_.u[i]));
}

// (m M + k K) e = load f + M (velocity v - m w) - K (restoring u + k w), then w + e is the increment.
void ImplicitStepper::solve_linear_step() {
  {
    const ProfileZone zone("step");
    parallel_for_each(nodes_.count(), kNodes, [&](Index i) {
      y_[i] = combined(scheme_.velocity, state_.v[i], -scheme_.mass, increment_[i]);
      z_[i] = combined(-scheme_.restoring, state_.u[i], -scheme_.stiffness, increment_[i]);
      force_[i] = scaled(scheme_.load, force_[i]);
    });
    equations_.residual(force_, y_, z_, residual_);
  }
  last_solve_ = equations_.solve(residual_, correction_);
  require_finite(last_solve_.residual);
  pulls_.answer(equations_, increment_, correction_, force_, y_);
  axpby<double>(1, correction_, 1, increment_);
}

void ImplicitStepper::solve_nonlinear_step() {
  const bool is_static = params_.integrator == Integrator::kStatic;
  const bool green = params_.strain == Strain::kGreen;
  const int most = params_.newton_iterations > 0 ? params_.newton_iterations
                   : is_static                   ? 60
                   : green                       ? 12
                                                 : 1;
  parallel_for_each(nodes_.count(), kNodes, [&](Index i) { force_[i] = scaled(scheme_.load, force_[i]); });
  // Where one iteration is all there is, corotated elements keep their axes through the step, and forces are
  // linear in between. Euler's axes are those of its start: at the guess u + dt v a long step overshoots (a
  // bar of 1e5 Pa under its weight does not come to rest in steps of 1 s), and a turning body loses its spin
  // sooner. Newmark's are those half way to the guess, where the mean of the forces at both ends is found as
  // well: with axes of either end at either end, a rabbit of 1e6 Pa on its feet explodes within 20 steps of
  // 0.03 s, the sooner the better they are solved; with those of the start, spin gains energy.
  const bool both_ends = scheme_.restoring == 2, half_way = both_ends && most == 1 && !green;
  const double way = half_way ? 0.5 : 1;
  if (!half_way) equations_.turn_elements(state_.u);
  if (both_ends && !half_way) equations_.add_internal_forces(state_.u, force_);
  double scale = 0;
  for (int iteration = 0; iteration < most; ++iteration) {
    parallel_for_each(nodes_.count(), kNodes,
                      [&](Index i) { trial_[i] = combined(1, state_.u[i], way, increment_[i]); });
    if (iteration > 0 || both_ends) equations_.turn_elements(trial_);
    equations_.rebuild(trial_);
    set_zero<double>(inner_);
    equations_.add_internal_forces(trial_, inner_);

    // What is out of balance: f + M (velocity v - m w) + f_int(u + w) - (k - 1) K w.
    parallel_for_each(nodes_.count(), kNodes, [&](Index i) {
      y_[i] = combined(scheme_.velocity, state_.v[i], -scheme_.mass, increment_[i]);
      z_[i] = scaled(1 - scheme_.stiffness, increment_[i]);
      correction_[i] = combined(1, force_[i], 1 / way, inner_[i]);
    });
    equations_.residual(correction_, y_, scheme_.stiffness == 1 ? In{} : In(z_), residual_);
    const double size = norm(In(residual_));
    require_finite(size);
    scale = std::max({scale, norm(In(force_)), iteration == 0 ? size : 0});
    const bool pulls_wait = iteration == 0 && pulls_.any();
    if (!(size > params_.newton_tolerance * scale) && !pulls_wait) break;

    y_ = residual_;
    last_solve_ = equations_.solve(residual_, correction_);
    require_finite(last_solve_.residual);
    pulls_.answer(equations_, increment_, correction_, force_, y_);
    const double length = most > 1 ? line_search(y_, inner_) : 1;
    if (length == 0) break;
    axpby<double>(length, correction_, 1, increment_);
  }
}

// The largest of 1, 1/2, 1/4, ... by which the correction e lowers
//   Phi(s) = -s e . (r - f_int) + s^2 / 2 (m e . M e + (k - 1) e . K e) + U(u + w + s e)
// enough (Armijo), with r = -Phi'(0). 0 if none does.
double ImplicitStepper::line_search(std::span<const Block3<double>> r,
                                    std::span<const Block3<double>> inner_forces) {
  const ProfileZone zone("line search");
  const In e(correction_);
  const double slope = dot(e, r), outer = slope - dot(e, inner_forces);
  double quadratic = scheme_.mass * mass_product(e, residual_);
  if (scheme_.stiffness != 1) {
    set_zero<double>(z_);
    equations_.residual(z_, z_, e, residual_);  // K e
    quadratic += (scheme_.stiffness - 1) * dot(e, In(residual_));
  }
  const double before = equations_.elastic_energy(trial_);
  UnsetBlockVector<double>& moved = z_;
  for (double s = 1; s > 1e-6; s /= 2) {
    parallel_for_each(nodes_.count(), kNodes,
                      [&](Index i) { moved[i] = combined(1, trial_[i], s, correction_[i]); });
    const double change = -s * outer + s * s / 2 * quadratic + equations_.elastic_energy(moved) - before;
    if (change <= -1e-4 * s * slope) return s;
  }
  return 0;
}

void ImplicitStepper::finish_candidate(double time) {
  const ProfileZone zone("step");
  struct Sums {
    double vv = 0, vw = 0, ww = 0, force = 0;
  };
  const Sums sums = parallel_reduce(
      nodes_.count(), kNodes, Sums{},
      [&](Index begin, Index end) {
        Sums part;
        for (Index i = begin; i < end; ++i) {
          const Vec3 w = to_vec3(increment_[i]), v = to_vec3(state_.v[i]);
          candidate_.u[i] = to_block(to_vec3(state_.u[i]) + w);
          candidate_.v[i] = to_block(scheme_.velocity_after(w, v));
          part.vv += dot(v, v), part.vw += dot(v, w), part.ww += dot(w, w);
          part.force += squared_norm(to_vec3(force_[i]));
        }
        return part;
      },
      [](const Sums& a, const Sums& b) {
        return Sums{a.vv + b.vv, a.vw + b.vw, a.ww + b.ww, a.force + b.force};
      });
  require_finite(sums.ww + sums.force);
  for (const Hold& hold : nodes_.holds)
    for (const Index i : hold.nodes)
      candidate_.v[i] = to_block(velocity_at(hold.motion, nodes_.rest[i], time));
  candidate_inertia_ = sums.vv > 0 ? std::clamp(sums.vw / (scheme_.dt * sums.vv), 0.0, 1.0) : 1;
}

void ImplicitStepper::require_finite(double figure) const {
  if (!std::isfinite(figure))
    throw Error(fmt::format("body '{}' has left the finite numbers", body_), "",
                "take a shorter step, or a tighter solver tolerance");
}

double ImplicitStepper::mass_product(std::span<const Block3<double>> x, std::span<Block3<double>> Mx) const {
  equations_.multiply_mass(x, Mx);
  return dot(x, In(Mx));
}

Energies ImplicitStepper::energies() const {
  BlockVector<double> Mv(state_.v.size());
  return {mass_product(state_.v, Mv) / 2, equations_.elastic_energy(state_.u), 0};
}

void ImplicitStepper::add_pull_arrows(std::vector<ForceArrow>& arrows) const {
  pulls_.add_arrows(nodes_.rest, state_.u, arrows);
}

void ImplicitStepper::add_to_state(BodyState& state) const {
  state.push_back(state_array("displacement", state_.u));
  state.push_back(state_array("velocity", state_.v));
  state.push_back({"time and inertia", {time_, inertia_}});
}

void ImplicitStepper::restore(const BodyState& state) {
  const std::size_t n = 3 * nodes_.rest.size();
  NodeState restored{blocks_of(find_array(state, "displacement", n, body_)),
                     blocks_of(find_array(state, "velocity", n, body_))};
  const auto& numbers = find_array(state, "time and inertia", 2, body_);
  state_ = std::move(restored);
  time_ = numbers[0];
  inertia_ = numbers[1];
}

void ImplicitStepper::take_over(const StepProgress& progress, NodeState state) {
  state_ = std::move(state);
  time_ = progress.time;
  inertia_ = progress.inertia;
}

}  // namespace sinew
