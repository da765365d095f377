#include "stepping/newton_iterations.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "sinew/base/profile.h"
#include "stepping/step_nodes.h"
#include "stepping/turning_path.h"

namespace sinew {

namespace {

using View = StepEquation::In;
constexpr double kMostTurn = 1;  // rad: how far a body may turn in one iteration

// w with its part along the free directions times `share`.
Block3<double> shortened_free_part(const Roller& roller, double share, const Block3<double>& w) {
  return to_block(to_vec3(w) - (1 - share) * (roller.free * to_vec3(w)));
}

}  // namespace

// Newton iterations start from an increment whose potential (which a step minimises),
//   Phi(w) = m / 2 w . M w - w . (f + velocity M v) + drag / 2 w . D w + U(u + w),
// is not above that of free nodes that stay where they are. Otherwise a hinged body that is light for its
// step would be flung to a multiple of its size by a turn along straight lines.
void NewtonIterations::shorten_increment() {
  StepEquation& eq = equation_;
  const StepScheme& scheme = eq.scheme();
  const auto potential = [&](double share) {
    parallel_for_each(eq.nodes().count(), kNodesPerChunk, [&](Index i) {
      eq.trial[i] = scaled(eq.nodes().held[i] != 0 ? 1 : share, eq.increment[i]);
      eq.z[i] = combined(scheme.mass / 2, eq.trial[i], -1, eq.inertia_at_start(i));
    });
    for (const Roller& roller : eq.nodes().rollers) {
      const Index i = roller.node;
      eq.trial[i] = shortened_free_part(roller, share, eq.increment[i]);
      eq.z[i] = combined(scheme.mass / 2, eq.trial[i], -scheme.velocity, eq.start().v[i]);
    }
    eq.system().multiply_mass(eq.z, eq.y);
    double sum = dot(View(eq.trial), View(eq.y)) - dot(View(eq.trial), View(eq.force));
    if (eq.drag_factor() > 0) sum += eq.drag_factor() / 2 * eq.drag_product(eq.trial);
    axpby<double>(1, eq.start().u, 1, eq.trial);
    return sum + eq.stored_at(eq.trial);
  };
  const double at_rest = potential(0);
  double share = 1;
  while (share > 1e-6 && !(potential(share) <= at_rest)) share /= 2;
  if (share == 1) return;
  std::vector<Block3<double>> shortened;
  for (const Roller& roller : eq.nodes().rollers)
    shortened.push_back(shortened_free_part(roller, share, eq.increment[roller.node]));
  parallel_for_each(eq.nodes().count(), kNodesPerChunk, [&](Index i) {
    if (eq.nodes().held[i] == 0) eq.increment[i] = scaled(share, eq.increment[i]);
  });
  for (std::size_t k = 0; k < shortened.size(); ++k) eq.increment[eq.nodes().rollers[k].node] = shortened[k];
}

void NewtonIterations::begin(const Params& params) {
  params_ = params;
  iteration_ = 0;
  fits_ = false;
  tested_ = stored_ = 0;
  scale_ = before_ = 0;
}

void NewtonIterations::lift_limit() { params_.most = std::numeric_limits<int>::max(); }

NewtonIterations::Status NewtonIterations::run(const Params& params) {
  begin(params);
  Status status = Status::kGoesOn;
  while (status == Status::kGoesOn) status = iterate(0);
  return status;
}

NewtonIterations::Status NewtonIterations::iterate(int cycles, bool may_keep_operators) {
  constexpr double kRounding = 1e-7;  // of the scale: a residual below this that no longer falls is rounding
  StepEquation& eq = equation_;
  const int iteration = iteration_++;
  parallel_for_each(eq.nodes().count(), kNodesPerChunk,
                    [&](Index i) { eq.trial[i] = combined(1, eq.start().u[i], 1, eq.increment[i]); });
  eq.system().update_rotations(eq.trial);
  eq.system().internal_forces(eq.trial, eq.inner);
  if (eq.viscosity() > 0) eq.system().add_viscous_forces(eq.viscosity(), eq.start().u, eq.trial, eq.inner);
  const bool is_damped = eq.damping_of_operator() > 0;  // then the residual needs K
  if (is_damped) eq.linearise(eq.trial);
  eq.find_residual(1, params_.share_of_offset);

  // Stop if the residual is small.
  const double size = norm(View(eq.residual));
  eq.require_finite(size);
  scale_ = std::max({scale_, norm(View(eq.force)), iteration == 0 ? size : 0});
  eq.residual_left = scale_ > 0 ? size / scale_ : 0;
  const bool pulls_wait = iteration == 0 && eq.pulls().any();
  if (!(size > eq.params().newton_tolerance * scale_) && !pulls_wait) return Status::kSolved;
  const bool is_rounding = size <= kRounding * scale_;
  if (iteration > 0 && is_rounding && size > 0.5 * before_) return Status::kSolved;
  if (iteration >= params_.most) return is_rounding ? Status::kSolved : Status::kOutOfIterations;
  before_ = size;

  // Correct the increment.
  constexpr double kMuchSmaller = 0.25;
  const bool keeps = may_keep_operators && fits_;
  if (!is_damped && !keeps) eq.linearise(eq.trial);
  eq.y = eq.residual;
  eq.correct(cycles, eq.y);
  // What a quadratic energy would still lose.
  const double decrement = dot(View(eq.correction), View(eq.y)) / 2;
  const bool is_safe = keeps && decrement <= kMuchSmaller * tested_;
  const Search search = is_safe ? take_in_full() : line_search();
  fits_ = search.length == 1;
  if (fits_ && !is_safe) tested_ = decrement, stored_ = search.stored;
  if (params_.leaves_unseen && decrement <= unseen_energy(search.stored)) return Status::kSolved;
  if (search.length == 0) return is_rounding ? Status::kSolved : Status::kStalled;
  return Status::kGoesOn;
}

// Moves along the whole correction, unless it turns the body too far.
NewtonIterations::Search NewtonIterations::take_in_full() {
  StepEquation& eq = equation_;
  const TurningPath path(eq.nodes().rest, eq.trial, eq.correction, eq.nodes().held);
  if (path.angle() > kMostTurn) return line_search();
  path.go(1, eq.step);
  project<double>(eq.nodes().rollers, eq.step);
  axpby<double>(1, eq.step, 1, eq.increment);
  return {1, stored_};
}

// How far above its minimum (J) a step with this much elastic energy may end. Newton iterations converge
// slowly if a body buckles, or since the forces of corotated cells are not exactly those of their energy. The
// limit is less than what the scheme itself dissipates.
double NewtonIterations::unseen_energy(double stored) {
  constexpr double kOfKinetic = 1e-3, kOfStored = 1e-7;
  const double dt = equation_.scheme().dt;
  const double kinetic = equation_.mass_product(equation_.increment, equation_.z) / (2 * dt * dt);
  return std::max(kOfKinetic * kinetic, kOfStored * stored);
}

// Moves along the correction e by the largest s of 1, 1/2, 1/4, ... that lowers Phi enough (Armijo). The move
// is d, bent along rotations (stepping/turning_path.h), and
//   Phi(w + d) - Phi(w) = -d . (r - f_int) + 1/2 (m d . M d + (k - 1) d . K d + drag d . D d)
//                         + U(u + w + d) - U(u + w)
// with r = -Phi'(w), which is in y.
NewtonIterations::Search NewtonIterations::line_search() {
  const ProfileZone zone("line search");
  StepEquation& eq = equation_;
  const View r = eq.y;
  UnsetBlockVector<double>&d = eq.step, &product = eq.residual;
  const double slope = dot(View(eq.correction), r);
  const double before = eq.stored_at(eq.trial);
  const TurningPath path(eq.nodes().rest, eq.trial, eq.correction, eq.nodes().held);
  double s = std::min(1.0, kMostTurn / std::max(path.angle(), kMostTurn));
  for (; s > 1e-6; s /= 2) {
    path.go(s, d);
    project<double>(eq.nodes().rollers, d);
    // Accept a step that is too small to show in the rounding of the energies.
    if (!(slope > 1e-12 * before)) break;
    double change = dot(View(d), View(eq.inner)) - dot(View(d), r) - before;
    change += eq.scheme().mass / 2 * eq.mass_product(d, product);
    if (eq.damping_of_operator() > 0) {
      set_zero<double>(eq.z);
      eq.system().residual(eq.z, eq.z, d, product);  // K d
      change += eq.damping_of_operator() / 2 * dot(View(d), View(product));
    }
    if (eq.drag_factor() > 0) change += eq.drag_factor() / 2 * eq.drag_product(d);
    parallel_for_each(eq.nodes().count(), kNodesPerChunk,
                      [&](Index i) { eq.z[i] = combined(1, eq.trial[i], 1, d[i]); });
    change += eq.stored_at(eq.z);
    if (change <= -1e-4 * s * slope) break;
  }
  if (!(s > 1e-6)) return {0, before};
  axpby<double>(1, d, 1, eq.increment);
  return {s, before};
}

}  // namespace sinew
