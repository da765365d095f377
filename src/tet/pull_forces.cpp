#include "tet/pull_forces.h"

#include <algorithm>
#include <cmath>

namespace sinew {

// A pull is a spring k and a damper b between the point p = W^T x of the body and its target,
//   f = k (target - p1) - b v1,
// taken at the end of the step. Taken at its start, where it would cost no solve, it is not stable: under
// Newmark a mode of frequency omega is multiplied by a matrix of determinant 1 + kappa - 2 delta (kappa and
// delta as below), and stays bounded only for kappa < 2 delta < 2 / (1 + (omega dt / 2)^2), which leaves
// nothing to a stiff mode. With the step A w = ... + load W f and v1 = rate W^T w + rate_of_velocity v, f is
// a linear function of the increment w,
//   f = constant - response W^T w,   response = k + b rate.
// Say the step without the pull makes w0, and C = load W^T A^-1 W is how far a newton moves the point in one
// step. Then
//   w = w0 + A^-1 W load f   and   f = (1 + response C)^-1 (constant - response W^T w0):
// the exact step of the body with the spring, from a solve with A alone. In place of the 3x3 matrix C, which
// turns with the body, stands a bound c of it, which does not; c is raised where a solve shows it to be too
// low. With c above C, f (1 + response (c - C)) = k (target - p1) - b v1: the same spring, somewhat softer.
//
// Stable: under backward Euler springs and dampers of the end of a step take energy off. Under Newmark, w =
// dt (v + v1) / 2 and p1 = p_mid + w / 2, so that the work of f in a step is what the spring loses, less k w
// . w / 2, less b dt |v + v1|^2 / 4, less b dt (|v1|^2 - |v|^2) / 4: the energy of body and spring with
// b dt |v|^2 / 4 never grows. A softer spring in some direction only changes k and b.
//
// Damping: for a lone mass, whose point moves by C f in a step, let kappa = C k, delta = C b / dt and rho =
// rate dt (1: backward Euler, 2: Newmark). With y = dt v,
//   y1 = y - rho (kappa x1 + delta y1),   x1 = x + y + (y1 - y) / rho,
// whose matrix has the determinant 1 / D and the trace (2 + rho delta - (rho - 1) kappa) / D, D = 1 + kappa +
// rho delta. Both its eigenvalues are 1 / (1 + sqrt(rho kappa)), positive, for
//   delta = 2 sqrt(kappa / rho) + (1 - 1 / rho) kappa,
// which is critical damping for steps of any length.
//
// As stiff as the body bears is kappa = kFirm: an exact hold of the point would tear at its elements as the
// mouse jumps, and this comes nearer by a factor of three to four in each step.

namespace {
constexpr double kFirm = 4;
}

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
  for (Active& active : pulls_) active.compliance = -1;
}

void PullForces::begin(const StepScheme& scheme, const ElasticRest& rest, std::span<const Block3<double>> u,
                       std::span<const Block3<double>> v) {
  scheme_ = scheme;
  held_ = rest.held;
  if (any()) load_.resize(u.size()), moved_.resize(u.size());
  for (Active& active : pulls_) {
    active.point = pulled_point(active.pull, rest.positions) + carried(active.pull, u);
    active.velocity = carried(active.pull, v);
    active.force = {};
  }
}

void PullForces::answer(StepSystem& system, std::span<const Block3<double>> w, std::span<Block3<double>> e,
                        std::span<Block3<double>> loads, std::span<Block3<double>> r) {
  for (Active& active : pulls_) {
    const Pull& pull = active.pull;
    double& c = active.compliance;
    if (c < 0) c = measured_compliance(system, pull);
    if (c == 0) continue;  // held
    const auto [constant, response] = law_of(active);
    const Vec3 increment = carried(pull, w) + carried(pull, e);
    Vec3 change = (constant - response * increment - active.force) / (1 + response * c);
    if (change == Vec3{}) continue;

    const double seen = norm(move_by(system, pull, change)) / norm(change);
    const double share = seen > c ? (1 + response * c) / (1 + response * seen) : 1;
    c = std::max(c, seen);
    change *= share;
    axpby<double>(share, moved_, 1, e);
    active.force += change;
    for (const auto to : {loads, r}) spread(pull, scheme_.load * change, to);
  }
}

PullForces::Law PullForces::law_of(const Active& active) const {
  const double c = active.compliance, rho = scheme_.rate * scheme_.dt;
  const double firm = kFirm / c;
  const double k = active.pull.stiffness > 0 ? std::min(active.pull.stiffness, firm) : firm;
  const double delta = rho > 0 ? 2 * std::sqrt(k * c / rho) + (1 - 1 / rho) * k * c : 0;
  const double b = delta * scheme_.dt / c;
  return {k * (active.pull.target - active.point) - b * scheme_.rate_of_velocity * active.velocity,
          k + b * scheme_.rate};
}

void PullForces::commit() {
  for (Active& active : pulls_) active.shown = active.force;
}

void PullForces::add_arrows(const ElasticRest& rest, std::span<const Block3<double>> u,
                            std::vector<ForceArrow>& arrows) const {
  for (const Active& active : pulls_)
    arrows.push_back({ForceArrow::Kind::kPull,
                      pulled_point(active.pull, rest.positions) + carried(active.pull, u), active.shown});
}

Vec3 PullForces::carried(const Pull& pull, std::span<const Block3<double>> x) const {
  Vec3 sum;
  for (std::size_t k = 0; k < pull.nodes.size(); ++k) sum += pull.weights[k] * to_vec3(x[pull.nodes[k]]);
  return sum;
}

void PullForces::spread(const Pull& pull, const Vec3& force, std::span<Block3<double>> loads) const {
  for (std::size_t k = 0; k < pull.nodes.size(); ++k) {
    Block3<double>& load = loads[pull.nodes[k]];
    if (held_[pull.nodes[k]] == 0) load = to_block(to_vec3(load) + pull.weights[k] * force);
  }
}

Vec3 PullForces::move_by(StepSystem& system, const Pull& pull, const Vec3& force) {
  set_zero<double>(load_);
  spread(pull, scheme_.load * force, load_);
  system.solve(load_, moved_);
  return carried(pull, moved_);
}

// The largest sum of a row of C is at least its largest eigenvalue.
double PullForces::measured_compliance(StepSystem& system, const Pull& pull) {
  Vec3 sums;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 newton;
    newton[axis] = 1;
    const Vec3 column = move_by(system, pull, newton);
    for (int row = 0; row < 3; ++row) sums[row] += std::abs(column[row]);
  }
  return std::max({sums.x, sums.y, sums.z});
}

}  // namespace sinew
