#include "stepping/pull_forces.h"

#include <algorithm>
#include <cmath>

#include "linalg/inverse3.h"

namespace sinew {

// A pull is a spring K with a damper between the point p = W^T x of the body and its target,
//   f = K (target - p1 - tau v1),
// taken at the end of the step. Taken at its start it would cost no solve but be unstable: under Newmark, a
// mode of frequency omega is multiplied by a matrix of determinant 1 + kappa - 2 delta (kappa and delta as
// below), and stays bounded only for kappa < 2 delta < 2 / (1 + (omega dt / 2)^2), which allows no force on
// stiff modes. With the step A w = ... + load W f and v1 = rate W^T w + rate_of_velocity v,
//   f = K (gap - gain W^T w),   gap = target - p - tau rate_of_velocity v,   gain = 1 + tau rate.
// Let w0 be the increment without the pull, and C = load W^T A^-1 W the compliance: how far a force of 1 N
// moves the point in one step. Then
//   w = w0 + A^-1 W load f   and   (K^-1 + gain C) f = gap - gain W^T w0:
// the exact step of the body with the spring, from solves with A alone.
//
// C is measured by three solves when a pull begins, but it changes as the body turns and bends. We therefore
// use f as a search direction. Let g be how far f moves the point, from the solve for f. The energy of body
// and spring is least along this direction for s f with
//   s = g . K (gap - gain W^T w0) / (f . g + gain g . K g),
// which is 1 if C is exact. C is then updated such that C f = g and it stays symmetric and positive definite
// (BFGS).
//
// The stiffest pull is K = kFirm C^-1, a multiple of the body's own stiffness in every direction: an exact
// hold of the point would tear at its elements when the mouse jumps. If a spring of stiffness k is asked for,
// it is in series with it, K^-1 = I / k + C / kFirm.
//
// Stability: under backward Euler, springs and dampers taken at the end of a step dissipate energy. Under
// Newmark,
//   w = dt (v + v1) / 2   and   p1 = p_mid + w / 2,
// so that the work of f in a step is what the spring loses, less
//   w . K w / 2 + tau dt / 4 ((v + v1) . K (v + v1) + v1 . K v1 - v . K v):
// the energy of body and spring plus tau dt / 4 v . K v never grows.
//
// Damping: for a single mass whose point moves by c f in a step, let kappa = c k, delta = kappa tau / dt and
// rho = rate dt (1: backward Euler, 2: Newmark). With y = dt v,
//   y1 = y - rho (kappa x1 + delta y1),   x1 = x + y + (y1 - y) / rho,
// whose matrix has determinant 1 / D and trace (2 + rho delta - (rho - 1) kappa) / D, where
// D = 1 + kappa + rho delta. Both eigenvalues are 1 / (1 + sqrt(rho kappa)), positive, for
//   delta = 2 sqrt(kappa / rho) + (1 - 1 / rho) kappa,
// which is critical damping for any step length. With kFirm, the distance to the target falls to a third or a
// quarter in each step.

namespace {

constexpr double kFirm = 4;

// Updates C such that C f = g, for f . g > 0.
void bfgs_update(Mat3& C, const Vec3& f, const Vec3& g) {
  const Vec3 before = C * f;
  C = C - (1 / dot(f, before)) * outer(before, before) + (1 / dot(f, g)) * outer(g, g);
}

}  // namespace

void PullForces::set(std::vector<Pull> pulls) {
  std::vector<Active> next;
  for (Pull& pull : pulls) {
    Active& active = next.emplace_back();
    for (const Active& old : pulls_)
      if (old.pull.same_patch(pull)) active = old;
    active.pull = std::move(pull);
  }
  pulls_ = std::move(next);
}

void PullForces::forget_compliances() {
  for (Active& active : pulls_) active.compliance.reset();
}

void PullForces::begin(const StepScheme& scheme, const StepNodes& nodes, const NodeState& start) {
  scheme_ = scheme;
  nodes_ = nodes;
  if (any()) load_.resize(nodes.rest.size()), moved_.resize(nodes.rest.size());
  for (Active& active : pulls_) {
    active.point = pulled_point(active.pull, nodes.rest) + carried(active.pull, start.u);
    active.coasting = scheme.rate_of_velocity * carried(active.pull, start.v);
    if (scheme.rate_of_acceleration != 0)
      active.coasting += scheme.rate_of_acceleration * carried(active.pull, start.a);
    active.force = {};
    active.free = free_directions(active.pull);
  }
}

// The patch can move along the columns of the projections of its rollers.
std::optional<Mat3> PullForces::free_directions(const Pull& pull) const {
  Mat3 sum, free;
  for (const Index node : pull.nodes) {
    const auto roller = std::ranges::lower_bound(nodes_.rollers, node, {}, &Roller::node);
    const bool is_roller = roller != nodes_.rollers.end() && roller->node == node;
    if (is_roller) sum = sum + roller->free;
    if (!is_roller && nodes_.held[node] == 0) return {};
  }
  for (const Vec3& column : sum.column) {
    const Vec3 left = column - free * column;
    if (norm(left) > 1e-6) free = free + outer(normalized(left), normalized(left));
  }
  return free;
}

void PullForces::apply(const Solve& solve, std::span<const Block3<double>> w, std::span<Block3<double>> e,
                       std::span<Block3<double>> loads, std::span<Block3<double>> r) {
  for (Active& active : pulls_) {
    const Pull& pull = active.pull;
    if (!active.compliance) active.compliance = measured_compliance(solve, active);
    Mat3& C = *active.compliance;
    if (!(determinant(C) > 0)) continue;  // all of its nodes are held
    const auto [gap, gain, spring_compliance] = law_of(active);
    const Mat3 give = spring_compliance * Mat3::identity() + (1 / kFirm) * C;  // K^-1
    Vec3 left = gap - gain * (carried(pull, w) + carried(pull, e)) - give * active.force;
    if (active.free) left = *active.free * left;
    Vec3 force = solved(give + gain * C, left);
    if (force == Vec3{}) continue;

    const Vec3 moved = move_by(solve, pull, force);
    const double answered = dot(force, moved);
    if (!(answered > 0)) continue;
    const double share = dot(moved, solved(give, left)) / (answered + gain * dot(moved, solved(give, moved)));
    bfgs_update(C, force, moved);
    force *= share;
    axpby<double>(share, moved_, 1, e);
    active.force += force;
    for (const auto to : {loads, r}) spread(pull, scheme_.load * force, to);
    if (!(determinant(C) > 0)) active.compliance.reset();  // lost to rounding
  }
}

PullForces::Law PullForces::law_of(const Active& active) const {
  const double rho = scheme_.rate * scheme_.dt, c = trace(*active.compliance) / 3;
  const double spring_compliance = active.pull.stiffness > 0 ? 1 / active.pull.stiffness : 0;
  const double kappa = c / (spring_compliance + c / kFirm);
  const double tau = rho > 0 ? (2 * std::sqrt(kappa / rho) + (1 - 1 / rho) * kappa) / kappa * scheme_.dt : 0;
  return {active.pull.target - active.point - tau * active.coasting, 1 + tau * scheme_.rate,
          spring_compliance};
}

void PullForces::commit() {
  for (Active& active : pulls_) active.shown = active.force;
}

void PullForces::add_arrows(std::span<const Vec3> rest, std::span<const Block3<double>> u,
                            std::vector<ForceArrow>& arrows) const {
  for (const Active& active : pulls_)
    arrows.push_back(
        {ForceArrow::Kind::kPull, pulled_point(active.pull, rest) + carried(active.pull, u), active.shown});
}

Vec3 PullForces::carried(const Pull& pull, std::span<const Block3<double>> x) const {
  Vec3 sum;
  for (std::size_t k = 0; k < pull.nodes.size(); ++k) sum += pull.weights[k] * to_vec3(x[pull.nodes[k]]);
  return sum;
}

void PullForces::spread(const Pull& pull, const Vec3& force, std::span<Block3<double>> loads) const {
  for (std::size_t k = 0; k < pull.nodes.size(); ++k) {
    Block3<double>& load = loads[pull.nodes[k]];
    if (nodes_.held[pull.nodes[k]] == 0) load = to_block(to_vec3(load) + pull.weights[k] * force);
  }
}

Vec3 PullForces::move_by(const Solve& solve, const Pull& pull, const Vec3& force) {
  set_zero<double>(load_);
  spread(pull, scheme_.load * force, load_);
  solve(load_, moved_);
  return carried(pull, moved_);
}

// Directions in which the patch cannot move get a compliance too, so that C can be inverted; no force is along
// them.
Mat3 PullForces::measured_compliance(const Solve& solve, const Active& active) {
  Mat3 C;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 newton;
    newton[axis] = 1;
    C.column[axis] = move_by(solve, active.pull, newton);
  }
  C = 0.5 * (C + transposed(C));
  return active.free ? C + trace(C) * (Mat3::identity() - *active.free) : C;
}

}  // namespace sinew
