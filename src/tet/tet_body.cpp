#include "tet/tet_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/error.h"
#include "base/parallel.h"
#include "base/profile.h"
#include "tet/free_pieces.h"

namespace sinew {

namespace {

using In = std::span<const Block3<double>>;
constexpr Index kNodes = 2048;

template <typename F>
void for_each_node(Index nodes, F&& f) {
  parallel_for(nodes, kNodes, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) f(i);
  });
}

Block3<double> combined(double a, const Block3<double>& x, double b, const Block3<double>& y) {
  return {a * x.x + b * y.x, a * x.y + b * y.y, a * x.z + b * y.z, 0};
}

Block3<double> scaled(double a, const Block3<double>& x) { return {a * x.x, a * x.y, a * x.z, 0}; }

}  // namespace

TetBody::TetBody(std::string name, const TetBodyModel& model, const TetBodyParams& params)
    : name_(std::move(name)),
      params_(params),
      integrator_(params.integrator.value_or(params.strain == Strain::kCauchy ? Integrator::kNewmark
                                                                              : Integrator::kBackwardEuler)),
      materials_(distinct_materials(model)),
      tuned_(is_uniform() ? materials_[0] : Material{1, 0, 1}),
      made_with_(tuning()),
      rest_(rest_of(model)),
      holds_(holds_of(model, rest_)),
      mass_(mass_matrix(rest_, params.lumped_mass)),
      topology_(topology_of(model)),
      applied_(applied_forces_of(model, rest_)),
      elastic_(rest_, params.strain),
      transfers_(transfers_of(model, rest_)) {
  if (rest_.is_sheet() && params.strain == Strain::kCorotated)
    throw Error(fmt::format("body '{}' is a sheet, for which there is no corotated strain", name_), "",
                "take 'green' (a sheet that drapes) or 'cauchy' (small deflections)");
  if (integrator_ == Integrator::kStatic) require_no_free_piece(rest_, *topology_, name_);
  const std::size_t n = rest_.positions.size();
  for (State* state : {&state_, &candidate_}) state->u.resize(n), state->v.resize(n);
  for (auto* x : {&force_, &residual_, &correction_, &increment_, &y_, &z_}) x->resize(n);
  if (params.strain != Strain::kCauchy) trial_.resize(n), inner_.resize(n);
  for (Index i = 0; i < rest_.node_count(); ++i)
    if (rest_.held[i] == 0) state_.v[i] = to_block(model.velocity);
  for (const Hold& hold : holds_)
    for (const Index i : hold.nodes) state_.v[i] = to_block(velocity_at(hold.motion, rest_.positions[i], 0));
}

void TetBody::predict(double time, double dt) {
  time_ = time;
  candidate_time_ = time + dt;
  choose_scheme(dt);
  applied_.evaluate(time + scheme_.force_time, state_.u, state_.v, force_);
  pulls_.begin(scheme_, rest_, state_.u, state_.v);
  guess_increment(candidate_time_);
  if (params_.strain == Strain::kCauchy)
    solve_linear_step();
  else
    solve_nonlinear_step();
  finish_candidate(candidate_time_);
}

void TetBody::commit() {
  std::swap(state_, candidate_);
  inertia_ = candidate_inertia_;
  elastic_.keep_rotations();
  pulls_.commit();
  time_ = candidate_time_;
}

void TetBody::set_pulls(std::vector<Pull> pulls) {
  for (Pull& pull : pulls) {
    require_valid(pull, rest_.node_count());
    for (Index& node : pull.nodes) node = rest_.order.new_of_old[node];
  }
  pulls_.set(std::move(pulls));
}

void TetBody::choose_scheme(double dt) {
  if (scheme_.dt == dt) return;
  scheme_ = step_scheme(integrator_, params_.damping, dt);
  const Precision precision = params_.precision.value_or(precision_for(rest_, scheme_));
  if (!system_ || system_->precision() != precision)
    system_ = make_step_system(precision, rest_, params_.strain, mass_, transfers_, params_.solver);
  if (params_.strain == Strain::kCauchy) system_->rebuild(scheme_, elastic_, {});
  pulls_.forget_compliances();
}

// Free nodes go on as they went, as far as that was right in the last step: a body that swings slowly goes
// on, one whose stiff modes turn round in every step is better taken where it is. Held nodes go where they
// must.
void TetBody::guess_increment(double time) {
  const ProfileZone zone("step");
  const double reach = integrator_ == Integrator::kStatic ? 0 : inertia_ * scheme_.dt;
  for_each_node(rest_.node_count(), [&](Index i) { increment_[i] = scaled(reach, state_.v[i]); });
  for (const Hold& hold : holds_)
    for (const Index i : hold.nodes)
      increment_[i] = to_block(displacement_at(hold.motion, rest_.positions[i], time) - to_vec3(state_.u[i]));
}

// (m M + k K) e = load f + M (velocity v - m w) - K (restoring u + k w), then w + e is the increment.
void TetBody::solve_linear_step() {
  {
    const ProfileZone zone("step");
    for_each_node(rest_.node_count(), [&](Index i) {
      y_[i] = combined(scheme_.velocity, state_.v[i], -scheme_.mass, increment_[i]);
      z_[i] = combined(-scheme_.restoring, state_.u[i], -scheme_.stiffness, increment_[i]);
      force_[i] = scaled(scheme_.load, force_[i]);
    });
    system_->residual(force_, y_, z_, residual_);
  }
  last_solve_ = system_->solve(residual_, correction_);
  require_finite(last_solve_.residual);
  pulls_.answer(*system_, increment_, correction_, force_, y_);
  axpby<double>(1, correction_, 1, increment_);
}

void TetBody::solve_nonlinear_step() {
  const bool is_static = integrator_ == Integrator::kStatic;
  const bool green = params_.strain == Strain::kGreen;
  const int most = params_.newton_iterations > 0 ? params_.newton_iterations
                   : is_static                   ? 60
                   : green                       ? 12
                                                 : 1;
  for_each_node(rest_.node_count(), [&](Index i) { force_[i] = scaled(scheme_.load, force_[i]); });
  // Forces of the elements at the start of the step, where the scheme asks for them. Otherwise the first
  // iteration takes their axes from there: at the guess u + dt v a long step overshoots (a bar of 1e5 Pa
  // under its weight does not come to rest in steps of 1 s), and a turning body loses its spin sooner.
  elastic_.turn_elements(state_.u);
  const bool both_ends = scheme_.restoring == 2;
  if (both_ends) elastic_.add_internal_forces(state_.u, force_);
  double scale = 0;
  for (int iteration = 0; iteration < most; ++iteration) {
    for_each_node(rest_.node_count(),
                  [&](Index i) { trial_[i] = combined(1, state_.u[i], 1, increment_[i]); });
    if (iteration > 0 || both_ends) elastic_.turn_elements(trial_);
    system_->rebuild(scheme_, elastic_, trial_);
    set_zero<double>(inner_);
    elastic_.add_internal_forces(trial_, inner_);

    // What is out of balance: f + M (velocity v - m w) + f_int(u + w) - (k - 1) K w.
    for_each_node(rest_.node_count(), [&](Index i) {
      y_[i] = combined(scheme_.velocity, state_.v[i], -scheme_.mass, increment_[i]);
      z_[i] = scaled(1 - scheme_.stiffness, increment_[i]);
      correction_[i] = combined(1, force_[i], 1, inner_[i]);
    });
    system_->residual(correction_, y_, z_, residual_);
    const double size = norm(In(residual_));
    require_finite(size);
    scale = std::max({scale, norm(In(force_)), iteration == 0 ? size : 0});
    const bool pulls_wait = iteration == 0 && pulls_.any();
    if (!(size > params_.newton_tolerance * scale) && !pulls_wait) break;

    y_ = residual_;
    last_solve_ = system_->solve(residual_, correction_);
    require_finite(last_solve_.residual);
    pulls_.answer(*system_, increment_, correction_, force_, y_);
    const double length = most > 1 ? line_search(y_, inner_) : 1;
    if (length == 0) break;
    axpby<double>(length, correction_, 1, increment_);
  }
}

// The largest of 1, 1/2, 1/4, ... by which the correction e lowers
//   Phi(s) = -s e . (r - f_int) + s^2 / 2 (m e . M e + (k - 1) e . K e) + U(u + w + s e)
// enough (Armijo), with r = -Phi'(0). 0 if none does.
double TetBody::line_search(std::span<const Block3<double>> r, std::span<const Block3<double>> inner_forces) {
  const ProfileZone zone("line search");
  const In e(correction_);
  const double slope = dot(e, r), outer = slope - dot(e, inner_forces);
  double quadratic = scheme_.mass * mass_product(e, residual_);
  if (scheme_.stiffness != 1) {
    set_zero<double>(z_);
    system_->residual(z_, z_, e, residual_);  // K e
    quadratic += (scheme_.stiffness - 1) * dot(e, In(residual_));
  }
  const double before = elastic_.energy(trial_);
  BlockVector<double>& moved = z_;
  for (double s = 1; s > 1e-6; s /= 2) {
    for_each_node(rest_.node_count(), [&](Index i) { moved[i] = combined(1, trial_[i], s, correction_[i]); });
    const double change = -s * outer + s * s / 2 * quadratic + elastic_.energy(moved) - before;
    if (change <= -1e-4 * s * slope) return s;
  }
  return 0;
}

void TetBody::finish_candidate(double time) {
  const ProfileZone zone("step");
  struct Sums {
    double vv = 0, vw = 0, ww = 0, force = 0;
  };
  const Sums sums = parallel_reduce(
      rest_.node_count(), kNodes, Sums{},
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
  for (const Hold& hold : holds_)
    for (const Index i : hold.nodes)
      candidate_.v[i] = to_block(velocity_at(hold.motion, rest_.positions[i], time));
  candidate_inertia_ = sums.vv > 0 ? std::clamp(sums.vw / (scheme_.dt * sums.vv), 0.0, 1.0) : 1;
}

void TetBody::require_finite(double figure) const {
  if (!std::isfinite(figure))
    throw Error(fmt::format("body '{}' has left the finite numbers", name_), "",
                "take a shorter step, or a tighter solver tolerance");
}

double TetBody::mass_product(std::span<const Block3<double>> x, std::span<Block3<double>> Mx) const {
  multiply_mass(rest_.pattern, mass_, x, Mx);
  return dot(x, In(Mx));
}

Energies TetBody::energies() const {
  BlockVector<double> Mv(state_.v.size());
  return {mass_product(state_.v, Mv) / 2, elastic_.energy(state_.u), applied_.potential(time_, state_.u)};
}

std::vector<Vec3> TetBody::displacements() const {
  std::vector<Vec3> u(rest_.positions.size());
  for (std::size_t i = 0; i < u.size(); ++i) u[rest_.order.old_of_new[i]] = to_vec3(state_.u[i]);
  return u;
}

void TetBody::publish(const FrameContents& contents, BodyFrame& frame) const {
  const ProfileZone zone("publish");
  frame.body = name_;
  frame.topology = topology_;
  frame.positions.resize(rest_.positions.size());
  frame.velocities.resize(rest_.positions.size());
  for_each_node(rest_.node_count(), [&](Index i) {
    const Index given = rest_.order.old_of_new[i];
    frame.positions[given] = rest_.positions[i] + to_vec3(state_.u[i]);
    frame.velocities[given] = to_vec3(state_.v[i]);
  });
  frame.stress.resize(contents.stress ? rest_.elements.size() : 0);
  if (contents.stress) elastic_.stresses(state_.u, frame.stress);
  frame.energies = contents.energies ? energies() : Energies{};
  frame.arrows.clear();
  if (!contents.forces) return;
  applied_.add_arrows(time_, state_.u, frame.arrows);
  pulls_.add_arrows(rest_, state_.u, frame.arrows);
}

}  // namespace sinew
