#include "stepping/implicit_stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/box3.h"
#include "base/error.h"
#include "base/log.h"
#include "base/parallel.h"
#include "base/profile.h"
#include "body/state_arrays.h"
#include "stepping/turning_path.h"

namespace sinew {

namespace {

using In = std::span<const Block3<double>>;
constexpr Index kNodes = 2048;
constexpr const char* kBudget = "energy budget";

// How far kinetic energy may be beyond the budget. Newmark's scheme keeps energy, but for corotated and Green
// strain only in the mean; further than this, the step is made by backward Euler, which takes some away.
// Nothing in order comes near the other.
constexpr EnergyBudget::Slack kSlackOfNewmark{.factor = 1.1, .share_of_largest = 1e-2};
constexpr EnergyBudget::Slack kSlackOfEuler{.factor = 1, .share_of_largest = 5e-3};
// Of the kinetic energy: what the stretch of a straight turn may hold.
constexpr double kMostOfStraightTurn = 0.1;
constexpr double kStill = 1e-9;        // of the body's extent: what nodes may go in a step by rounding alone
constexpr double kNearBalance = 1e-4;  // of the forces: what may be left of them, if less was asked for
constexpr double kMostTurn = 1;        // of a body in one Newton iteration, rad
constexpr EnergyBudget::Slack kSlackOfAll{.factor = 10, .share_of_largest = 0.1};

Block3<double> combined(double a, const Block3<double>& x, double b, const Block3<double>& y) {
  return {a * x.x + b * y.x, a * x.y + b * y.y, a * x.z + b * y.z, 0};
}

Block3<double> scaled(double a, const Block3<double>& x) { return {a * x.x, a * x.y, a * x.z, 0}; }

Error not_in_balance(const std::string& body, const std::string& how_far) {
  return Error(
      fmt::format("body '{}' does not come into balance: {}", body, how_far), "",
      "it may be too soft for its load: raise its Young's modulus, load it less, or let it come to rest "
      "with the integrator 'euler' and damping");
}

}  // namespace

ImplicitStepper::ImplicitStepper(std::string body, const ElasticParams& params, const StepNodes& nodes,
                                 StepSystem& system, StepForces& forces)
    : body_(std::move(body)),
      params_(params),
      nodes_(nodes),
      system_(system),
      forces_(forces),
      goal_(goal_of(params.solver)) {
  const std::size_t n = nodes.rest.size();
  extent_ = bounding_box(nodes.rest).diagonal();
  tally_.is_static = integrator() == Integrator::kStatic;
  for (NodeState* state : {&state_, &candidate_}) state->u.resize(n), state->v.resize(n);
  for (auto* x : {&force_, &residual_, &correction_, &increment_, &y_, &z_}) x->resize(n);
  if (params.strain != Strain::kCauchy) trial_.resize(n), inner_.resize(n), step_.resize(n);
}

void ImplicitStepper::start(const Vec3& velocity) {
  for (Index i = 0; i < nodes_.count(); ++i)
    if (nodes_.held[i] == 0) state_.v[i] = to_block(velocity);
  for (const Hold& hold : nodes_.holds)
    for (const Index i : hold.nodes) state_.v[i] = to_block(velocity_at(hold.motion, nodes_.rest[i], 0));
  energy_budget_ = EnergyBudget{mass_product(state_.v, y_) / 2};
}

void ImplicitStepper::predict(double time, double dt) {
  time_ = time;
  candidate_time_ = time + dt;
  if (!energy_budget_) find_energy_budget();
  const bool may_gain = integrator() == Integrator::kNewmark && params_.strain != Strain::kCauchy;
  predict_by(integrator(), dt);
  is_damped_ = may_gain && energy_seen() > candidate_budget_->with_slack(kSlackOfNewmark);
  if (is_damped_) predict_by(Integrator::kBackwardEuler, dt);
  take_away_gained_energy();
  require_energy_within_budget();
}

StepProgress ImplicitStepper::progress() {
  if (restored_budget_) find_energy_budget();
  return {time_, inertia_, tally_, energy_budget_};
}

void ImplicitStepper::find_energy_budget() {
  const double energy = energies().total();
  const bool goes_on = restored_budget_ && restored_budget_->measured == energy;
  energy_budget_ = goes_on ? restored_budget_->budget : EnergyBudget{energy};
  restored_budget_.reset();
}

void ImplicitStepper::predict_by(Integrator integrator, double dt) {
  solved_ = true;
  residual_left_ = 0;
  choose_scheme(integrator, dt);
  forces_.evaluate(time_ + scheme_.force_time, state_.u, state_.v, force_);
  linearise_drag();
  pulls_.begin(scheme_, nodes_.rest, nodes_.held, state_.u, state_.v);
  guess_increment(candidate_time_);
  if (params_.strain == Strain::kCauchy)
    solve_linear_step();
  else if (this->integrator() == Integrator::kStatic)
    find_balance();
  else
    solve_nonlinear_step();
  finish_candidate(candidate_time_);
}

void ImplicitStepper::commit() {
  std::swap(state_, candidate_);
  inertia_ = candidate_inertia_;
  energy_budget_ = candidate_budget_;
  system_.keep_rotations();
  pulls_.commit();
  time_ = candidate_time_;
  count_step();
}

void ImplicitStepper::count_step() {
  ++tally_.steps;
  if (is_damped_) ++tally_.damped;
  tally_.last_residual = residual_left_;
  if (solved_) return;
  tally_.worst_residual = std::max(tally_.worst_residual, residual_left_);
  if (tally_.unsolved++ > 0) return;
  log_warning(
      "body '{}': the step to {:.6g} s is not solved: a residual of {:.2g} is left after {} iterations of "
      "the last "
      "solve; more steps may follow, which are counted. Try a shorter step, more iterations or another "
      "method",
      body_, time_, residual_left_, last_solve_.iterations);
}

void ImplicitStepper::set_damping(const Damping& damping) {
  params_.damping = damping;
  restored_budget_.reset();
  materials_changed();
}

void ImplicitStepper::materials_changed() {
  scheme_.dt = 0;
  energy_budget_.reset();
}

void ImplicitStepper::choose_scheme(Integrator integrator, double dt) {
  if (scheme_.dt == dt && scheme_integrator_ == integrator) return;
  scheme_integrator_ = integrator;
  scheme_ = step_scheme(integrator, params_.damping, dt);
  system_.set_scheme(scheme_);
  drag_.clear();
  work_.reset();
  pulls_.forget_compliances();
}

// The wind's forces at the end of the step (Newmark: in its middle), whose mean velocities are w / dt:
//   f(v) - D (w / dt - v).
// Taken at the velocities of the start they would push light cloth past the wind's own speed, and more so
// back in the next step. If no node can take up a twentieth of the wind's speed in a step, they are right as
// they are.
void ImplicitStepper::linearise_drag() {
  constexpr double kWeak = 0.05;
  const std::span<const Mat3> D = forces_.drag();
  bool is_strong = false;
  if (!D.empty() && integrator() != Integrator::kStatic) {
    const std::span<const double> masses = system_.nodal_masses();
    for (Index i = 0; i < nodes_.count() && !is_strong; ++i)
      is_strong = nodes_.held[i] == 0 && scheme_.dt * trace(D[i]) > kWeak * masses[i];
  }
  drag_factor_ = is_strong ? scheme_.load / scheme_.dt : 0;
  const bool had_drag = !drag_.empty();
  drag_.clear();
  if (is_strong)
    for (const Mat3& block : D) drag_.push_back(drag_factor_ * block);
  if (is_strong || had_drag) system_.set_drag(drag_);
  if (!is_strong) return;
  parallel_for_each(nodes_.count(), kNodes,
                    [&](Index i) { force_[i] = to_block(to_vec3(force_[i]) + D[i] * to_vec3(state_.v[i])); });
}

// Free nodes go on as they went, as far as that was right in the last step: a body that swings slowly goes
// on, one whose stiff modes turn round in every step is better taken where it is. Held nodes go where they
// must.
void ImplicitStepper::guess_increment(double time) {
  const ProfileZone zone("step");
  const double reach = integrator() == Integrator::kStatic ? 0 : inertia_ * scheme_.dt;
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
    system_.residual(force_, y_, z_, residual_);
    subtract_drag();
  }
  correct(y_);
  axpby<double>(1, correction_, 1, increment_);
  if (integrator() == Integrator::kStatic && !solved_)
    throw not_in_balance(body_, fmt::format("{:.2g} of its forces is left", residual_left_));
}

void ImplicitStepper::solve_nonlinear_step() {
  parallel_for_each(nodes_.count(), kNodes, [&](Index i) { force_[i] = scaled(scheme_.load, force_[i]); });
  if (params_.strain == Strain::kCorotated) {
    solve_in_one_set_of_axes();
    if (params_.newton_iterations == 1 || (params_.newton_iterations == 0 && !turns_too_far())) return;
  }
  if (scheme_.restoring == 2) {
    system_.update_rotations(state_.u);
    system_.add_internal_forces(state_.u, force_);
  }
  shorten_increment();
  const bool is_counted = params_.newton_iterations == 1;
  // Newmark keeps energy, and what it keeps must be right.
  const bool may_leave_some =
      scheme_integrator_ == Integrator::kBackwardEuler && params_.newton_iterations == 0;
  if (iterate({newton_limit(), 0, may_leave_some}) != NewtonEnd::kSolved && !is_counted) solved_ = false;
}

int ImplicitStepper::newton_limit() const {
  if (params_.newton_iterations > 0) return params_.newton_iterations;
  if (integrator() == Integrator::kStatic) return 60;
  return 40;
}

// Corotated elements keep their axes, and forces are linear in between. Euler's axes are those of its start:
// at the guess u + dt v a long step overshoots (a bar of 1e5 Pa under its weight does not come to rest in
// steps of 1 s), and a turning body loses its spin sooner. Newmark's are those half way to the guess, where
// the mean of the forces at both ends is found as well: with axes of either end at either end, a rabbit of
// 1e6 Pa on its feet explodes within 20 steps of 0.03 s, the sooner the better they are solved; with those of
// the start, spin gains energy.
void ImplicitStepper::solve_in_one_set_of_axes() {
  const bool half_way = scheme_.restoring == 2;
  const double way = half_way ? 0.5 : 1;
  parallel_for_each(nodes_.count(), kNodes,
                    [&](Index i) { trial_[i] = combined(1, state_.u[i], way, increment_[i]); });
  system_.update_rotations(half_way ? In(trial_) : In(state_.u));
  system_.linearise(trial_);
  set_zero<double>(inner_);
  system_.add_internal_forces(trial_, inner_);
  find_residual(way);
  y_ = residual_;
  correct(y_);
  axpby<double>(1, correction_, 1, increment_);
}

// In one set of axes a turn is straight and stretches the elements by half of its angle squared. Soft bodies
// hardly feel it; a bar of wood that swings by 0.1 in a step would hold 300 times its kinetic energy.
bool ImplicitStepper::turns_too_far() {
  if (scheme_.restoring == 2) return false;
  const double stretch = system_.turning_energy(increment_);
  if (stretch == 0) return false;
  const double kinetic = mass_product(increment_, y_) / (2 * scheme_.dt * scheme_.dt);
  return stretch > kMostOfStraightTurn * kinetic;
}

// Newton's iterations start from an increment that does not raise what the step makes least,
//   Phi(w) = m / 2 w . M w - w . (f + velocity M v) + drag / 2 w . D w + U(u + w),
// above what it is where the free nodes stay: a body that is hinged and light for its step would be flung to
// a multiple of its size by a straight turn.
void ImplicitStepper::shorten_increment() {
  const auto potential = [&](double share) {
    parallel_for_each(nodes_.count(), kNodes, [&](Index i) {
      trial_[i] = scaled(nodes_.held[i] != 0 ? 1 : share, increment_[i]);
      z_[i] = combined(scheme_.mass / 2, trial_[i], -scheme_.velocity, state_.v[i]);
    });
    system_.multiply_mass(z_, y_);
    double sum = dot(In(trial_), In(y_)) - dot(In(trial_), In(force_));
    if (drag_factor_ > 0) sum += drag_factor_ / 2 * drag_product(trial_);
    axpby<double>(1, state_.u, 1, trial_);
    return sum + stored_at(trial_);
  };
  const double at_rest = potential(0);
  double share = 1;
  while (share > 1e-6 && !(potential(share) <= at_rest)) share /= 2;
  if (share == 1) return;
  parallel_for_each(nodes_.count(), kNodes, [&](Index i) {
    if (nodes_.held[i] == 0) increment_[i] = scaled(share, increment_[i]);
  });
}

double ImplicitStepper::viscosity() const {
  return params_.strain == Strain::kGreen ? scheme_.stiffness - 1 : 0;
}

double ImplicitStepper::damping_of_operator() const {
  return params_.strain == Strain::kGreen ? 0 : scheme_.stiffness - 1;
}

double ImplicitStepper::stored_at(std::span<const Block3<double>> u) const {
  const double elastic = system_.elastic_energy(u);
  return viscosity() > 0 ? elastic + system_.viscous_potential(viscosity(), state_.u, u) : elastic;
}

double ImplicitStepper::drag_product(std::span<const Block3<double>> w) const {
  const std::span<const Mat3> D = forces_.drag();
  double sum = 0;
  for (Index i = 0; i < nodes_.count(); ++i) sum += dot(to_vec3(w[i]), D[i] * to_vec3(w[i]));
  return sum;
}

// f + M (velocity v - m w) + f_int(u + w) - (k - 1) K w - drag w
void ImplicitStepper::find_residual(double way, double share_of_offset) {
  parallel_for_each(nodes_.count(), kNodes, [&](Index i) {
    y_[i] = combined(scheme_.velocity, state_.v[i], -scheme_.mass, increment_[i]);
    z_[i] = scaled(-damping_of_operator(), increment_[i]);
    correction_[i] = combined(1, force_[i], 1 / way, inner_[i]);
    if (share_of_offset > 0) correction_[i] = combined(1, correction_[i], -share_of_offset, offset_[i]);
  });
  system_.residual(correction_, y_, damping_of_operator() == 0 ? In{} : In(z_), residual_);
  subtract_drag();
}

void ImplicitStepper::subtract_drag() {
  if (drag_factor_ == 0) return;
  const std::span<const Mat3> D = forces_.drag();
  parallel_for_each(nodes_.count(), kNodes, [&](Index i) {
    if (nodes_.held[i] == 0)
      residual_[i] = to_block(to_vec3(residual_[i]) - drag_factor_ * (D[i] * to_vec3(increment_[i])));
  });
}

SolveReport ImplicitStepper::solved_by_system(std::span<Block3<double>> r, std::span<Block3<double>> e) {
  if (!work_) work_ = system_.make_work();
  return system_.solve(goal_, r, e, *work_);
}

// Solves for the correction of residual_, with what the pulls add to it; their loads are added to r.
void ImplicitStepper::correct(std::span<Block3<double>> r) {
  last_solve_ = solved_by_system(residual_, correction_);
  require_finite(last_solve_.residual);
  if (!last_solve_.converged)
    solved_ = false, residual_left_ = std::max(residual_left_, last_solve_.residual);
  pulls_.apply([this](StepSystem::Out load, StepSystem::Out moved) { solved_by_system(load, moved); },
               increment_, correction_, force_, r);
}

// Newton's iterations from the increment as it is, each with the axes and operators of its own place and no
// longer than a line search allows.
ImplicitStepper::NewtonEnd ImplicitStepper::iterate(const Newton& newton) {
  constexpr double kRounding = 1e-7;  // of the scale: what gets no smaller from here on is rounding
  double scale = 0, before = 0;
  for (int iteration = 0;; ++iteration) {
    parallel_for_each(nodes_.count(), kNodes,
                      [&](Index i) { trial_[i] = combined(1, state_.u[i], 1, increment_[i]); });
    system_.update_rotations(trial_);
    set_zero<double>(inner_);
    system_.add_internal_forces(trial_, inner_);
    if (viscosity() > 0) system_.add_viscous_forces(viscosity(), state_.u, trial_, inner_);
    const bool is_damped = damping_of_operator() > 0;  // the residual asks for K then
    if (is_damped) system_.linearise(trial_);
    find_residual(1, newton.share_of_offset);
    const double size = norm(In(residual_));
    require_finite(size);
    scale = std::max({scale, norm(In(force_)), iteration == 0 ? size : 0});
    residual_left_ = scale > 0 ? size / scale : 0;
    const bool pulls_wait = iteration == 0 && pulls_.any();
    if (!(size > params_.newton_tolerance * scale) && !pulls_wait) return NewtonEnd::kSolved;
    const bool is_rounding = size <= kRounding * scale;
    if (iteration > 0 && is_rounding && size > 0.5 * before) return NewtonEnd::kSolved;
    if (iteration == newton.most) return is_rounding ? NewtonEnd::kSolved : NewtonEnd::kOutOfIterations;
    before = size;

    if (!is_damped) system_.linearise(trial_);
    y_ = residual_;
    correct(y_);
    const double decrement = dot(In(correction_), In(y_)) / 2;  // what a quadratic would still lose
    const Search search = line_search(y_, inner_);
    if (newton.leaves_unseen && decrement <= unseen_energy(search.stored)) return NewtonEnd::kSolved;
    if (search.length == 0) return is_rounding ? NewtonEnd::kSolved : NewtonEnd::kStalled;
  }
}

// How far above its minimum a step may end that has this much elastic energy, J: where a body buckles, or
// where the forces of corotated cells are not quite those of their energy, Newton's iterations converge
// slowly. Less than the scheme itself takes away.
double ImplicitStepper::unseen_energy(double stored) {
  constexpr double kOfKinetic = 1e-3, kOfStored = 1e-7;
  const double kinetic = mass_product(increment_, z_) / (2 * scheme_.dt * scheme_.dt);
  return std::max(kOfKinetic * kinetic, kOfStored * stored);
}

// In balance under the whole load or, where that is too far for Newton's iterations, in load steps.
void ImplicitStepper::find_balance() {
  const auto guess = increment_;
  solved_ = iterate({newton_limit()}) == NewtonEnd::kSolved;
  if (solved_ || residual_left_ <= kNearBalance) return;
  increment_ = guess;
  step_to_balance();
}

// What is out of balance at the guess, r_0, is taken away little by little: f + f_int(u + w) = (1 - load)
// r_0.
void ImplicitStepper::step_to_balance() {
  constexpr double kShortest = 1.0 / 256;
  parallel_for_each(nodes_.count(), kNodes,
                    [&](Index i) { trial_[i] = combined(1, state_.u[i], 1, increment_[i]); });
  system_.update_rotations(trial_);
  set_zero<double>(inner_);
  system_.add_internal_forces(trial_, inner_);
  find_residual(1);
  offset_ = residual_;
  auto last = increment_;
  for (double done = 0, length = 0.25; done < 1;) {
    const double next = std::min(1.0, done + length);
    solved_ = iterate({newton_limit(), 1 - next}) == NewtonEnd::kSolved;
    if (solved_ || residual_left_ <= kNearBalance) {
      done = next;
      last = increment_;
      length *= 2;
      continue;
    }
    increment_ = last;
    length /= 2;
    if (length < kShortest)
      throw not_in_balance(body_, fmt::format("it holds {:.2g} of what acts on it, and no more", done));
  }
}

// Goes the way of the correction e by the largest share s of 1, 1/2, 1/4, ... that lowers what the step makes
// least enough (Armijo). Where it comes to is w + d, and
//   Phi(w + d) - Phi(w) = -d . (r - f_int) + 1/2 (m d . M d + (k - 1) d . K d + drag d . D d)
//                         + U(u + w + d) - U(u + w)
// with r = -Phi'(w).
ImplicitStepper::Search ImplicitStepper::line_search(std::span<const Block3<double>> r,
                                                     std::span<const Block3<double>> inner_forces) {
  const ProfileZone zone("line search");
  const double slope = dot(In(correction_), In(r));
  const double before = stored_at(trial_);
  const TurningPath path(nodes_.rest, trial_, correction_, nodes_.held);
  UnsetBlockVector<double>&d = step_, &product = residual_;
  double s = std::min(1.0, kMostTurn / std::max(path.angle(), kMostTurn));
  for (; s > 1e-6; s /= 2) {
    path.go(s, d);
    // Nothing is to be seen of such a step in the rounding of the energies.
    if (!(slope > 1e-12 * before)) break;
    double change = dot(In(d), inner_forces) - dot(In(d), In(r)) - before;
    change += scheme_.mass / 2 * mass_product(d, product);
    if (damping_of_operator() > 0) {
      set_zero<double>(z_);
      system_.residual(z_, z_, d, product);  // K d
      change += damping_of_operator() / 2 * dot(In(d), In(product));
    }
    if (drag_factor_ > 0) change += drag_factor_ / 2 * drag_product(d);
    parallel_for_each(nodes_.count(), kNodes, [&](Index i) { z_[i] = combined(1, trial_[i], 1, d[i]); });
    change += stored_at(z_);
    if (change <= -1e-4 * s * slope) break;
  }
  if (!(s > 1e-6)) return {0, before};
  axpby<double>(1, d, 1, increment_);
  return {s, before};
}

// What moves holds does on the body: against its internal forces, and for the inertia of the nodes held.
double ImplicitStepper::work_of_holds() {
  const bool any_moves = std::ranges::any_of(nodes_.holds, [&](const Hold& hold) {
    return std::ranges::any_of(hold.nodes, [&](Index i) { return norm(to_vec3(increment_[i])) > 0; });
  });
  if (!any_moves) return 0;
  system_.multiply_mass(candidate_.v, y_);
  double inertia = 0;
  for (const Hold& hold : nodes_.holds)
    for (const Index i : hold.nodes) inertia += dot(to_vec3(candidate_.v[i]), to_vec3(y_[i]));
  inner_.resize(increment_.size());
  set_zero<double>(inner_);
  system_.add_internal_forces(candidate_.u, inner_);
  double work = 0;
  for (const Hold& hold : nodes_.holds)
    for (const Index i : hold.nodes) work += std::abs(dot(to_vec3(increment_[i]), to_vec3(inner_[i])));
  return work + std::abs(inertia);
}

// A solved step of backward Euler gains no energy where the elastic energy is convex. It is not where
// elements are stretched to several times their size or turned inside out. What such a step would gain is
// taken from the velocities. A body that spins may keep what its straight turns store, or it would lose its
// spin.
void ImplicitStepper::take_away_gained_energy() {
  if (scheme_integrator_ != Integrator::kBackwardEuler || params_.strain == Strain::kCauchy) return;
  const double most = candidate_budget_->with_slack(kSlackOfEuler);
  if (candidate_kinetic_ + system_.estimate_elastic_energy(candidate_.u) <= most) return;
  const double elastic = candidate_elastic();
  candidate_kinetic_ = mass_product(candidate_.v, y_) / 2;
  if (candidate_kinetic_ + elastic <= most || candidate_kinetic_ == 0) return;
  const bool may_spin = solved_ && !is_damped_ && elastic <= kMostOfStraightTurn * candidate_kinetic_;
  if (may_spin) return;
  const double share = std::sqrt(std::clamp((most - elastic) / candidate_kinetic_, 0.0, 1.0));
  parallel_for_each(nodes_.count(), kNodes, [&](Index i) {
    if (nodes_.held[i] == 0) candidate_.v[i] = scaled(share, candidate_.v[i]);
  });
  candidate_kinetic_ *= share * share;
  is_damped_ = true;
}

double ImplicitStepper::candidate_elastic() {
  if (!candidate_elastic_) candidate_elastic_ = system_.elastic_energy(candidate_.u);
  return *candidate_elastic_;
}

// Elastic energy takes a pass over all elements: it counts if the step was not solved, or if it is known.
double ImplicitStepper::energy_seen() {
  const bool counts = !solved_ || candidate_elastic_;
  return candidate_kinetic_ + (counts ? candidate_elastic() : 0);
}

void ImplicitStepper::require_energy_within_budget() {
  if (integrator() == Integrator::kStatic || increment_size_ <= kStill * extent_) return;
  const double most = candidate_budget_->with_slack(kSlackOfAll);
  const double energy = energy_seen();
  if (energy <= most) return;
  throw Error(
      fmt::format(
          "body '{}' has gained energy from nowhere: it has {:.3g} J, where what it had and what acts "
          "on it give {:.3g} J at most",
          body_, energy, most),
      "", "take a shorter step, backward Euler, or a tighter solver tolerance");
}

void ImplicitStepper::finish_candidate(double time) {
  const ProfileZone zone("step");
  struct Sums {
    double vv = 0, vw = 0, ww = 0, force = 0, work = 0;  // work times scheme_.load
    double mvv = 0;                                      // at its end
  };
  const std::span<const double> masses = system_.nodal_masses();
  const std::span<const Mat3> D = drag_factor_ > 0 ? forces_.drag() : std::span<const Mat3>();
  const Sums sums = parallel_reduce(
      nodes_.count(), kNodes, Sums{},
      [&](Index begin, Index end) {
        Sums part;
        for (Index i = begin; i < end; ++i) {
          const Vec3 w = to_vec3(increment_[i]), v = to_vec3(state_.v[i]);
          candidate_.u[i] = to_block(to_vec3(state_.u[i]) + w);
          const Vec3 after = scheme_.velocity_after(w, v);
          candidate_.v[i] = to_block(after);
          part.mvv += masses[i] * dot(after, after);
          part.vv += dot(v, v), part.vw += dot(v, w), part.ww += dot(w, w);
          part.force += squared_norm(to_vec3(force_[i]));
          part.work += dot(to_vec3(force_[i]), w);
          if (!D.empty()) part.work -= drag_factor_ * dot(w, D[i] * w);
        }
        return part;
      },
      [](const Sums& a, const Sums& b) {
        return Sums{a.vv + b.vv, a.vw + b.vw, a.ww + b.ww, a.force + b.force, a.work + b.work, a.mvv + b.mvv};
      });
  require_finite(sums.ww + sums.force);
  candidate_elastic_.reset();
  increment_size_ = std::sqrt(sums.ww / std::max<Index>(1, nodes_.count()));
  for (const Hold& hold : nodes_.holds)
    for (const Index i : hold.nodes)
      candidate_.v[i] = to_block(velocity_at(hold.motion, nodes_.rest[i], time));
  candidate_inertia_ = sums.vv > 0 ? std::clamp(sums.vw / (scheme_.dt * sums.vv), 0.0, 1.0) : 1;

  if (integrator() == Integrator::kStatic) return;
  candidate_budget_ = *energy_budget_;
  candidate_budget_->add_work(sums.work / scheme_.load);
  candidate_budget_->add_work(work_of_holds());
  candidate_kinetic_ = sums.mvv / 2;
  if (candidate_kinetic_ > candidate_budget_->with_slack(kSlackOfNewmark))
    candidate_kinetic_ = mass_product(candidate_.v, y_) / 2;
}

void ImplicitStepper::require_finite(double figure) const {
  if (!std::isfinite(figure))
    throw Error(fmt::format("body '{}' has left the finite numbers", body_), "",
                "take a shorter step, or a tighter solver tolerance");
}

double ImplicitStepper::mass_product(std::span<const Block3<double>> x, std::span<Block3<double>> Mx) const {
  system_.multiply_mass(x, Mx);
  return dot(x, In(Mx));
}

Energies ImplicitStepper::energies() const {
  BlockVector<double> Mv(state_.v.size());
  return {mass_product(state_.v, Mv) / 2, system_.elastic_energy(state_.u), 0};
}

void ImplicitStepper::add_pull_arrows(std::vector<ForceArrow>& arrows) const {
  pulls_.add_arrows(nodes_.rest, state_.u, arrows);
}

void ImplicitStepper::add_to_state(BodyState& state) const {
  state.push_back(state_array("displacement", state_.u));
  state.push_back(state_array("velocity", state_.v));
  state.push_back({"time and inertia", {time_, inertia_}});
  state.push_back({kBudget, {}});
  if (!energy_budget_ && !restored_budget_) return;
  const auto [budget, measured] =
      energy_budget_ ? RestoredBudget{*energy_budget_, energies().total()} : *restored_budget_;
  state.back().values = {budget.energy, budget.largest, measured};
}

void ImplicitStepper::restore(const BodyState& state) {
  const std::size_t n = 3 * nodes_.rest.size();
  NodeState restored{blocks_of(find_array(state, "displacement", n, body_)),
                     blocks_of(find_array(state, "velocity", n, body_))};
  const auto& numbers = find_array(state, "time and inertia", 2, body_);
  const bool has_budget = !find_array(state, kBudget, body_).empty();
  if (has_budget) {
    const auto& budget = find_array(state, kBudget, 3, body_);
    restored_budget_ = {{budget[0], budget[1]}, budget[2]};
  } else {
    restored_budget_.reset();
  }
  energy_budget_.reset();
  state_ = std::move(restored);
  time_ = numbers[0];
  inertia_ = numbers[1];
}

void ImplicitStepper::take_over(const StepProgress& progress, NodeState state) {
  state_ = std::move(state);
  time_ = progress.time;
  inertia_ = progress.inertia;
  tally_ = progress.tally;
  energy_budget_ = progress.energy_budget;
}

}  // namespace sinew
