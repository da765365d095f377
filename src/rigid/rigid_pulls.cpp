#include "rigid/rigid_pulls.h"

#include <cmath>

namespace sinew {

void RigidPulls::set(std::span<const Pull> pulls, std::span<const Vec3> offsets) {
  std::vector<Active> next;
  for (const Pull& pull : pulls) {
    Active& active = next.emplace_back();
    for (const Active& old : pulls_)
      if (old.pull.same_patch(pull)) active = old;
    active.pull = pull;
    active.offset = pulled_point(pull, offsets);
  }
  pulls_ = std::move(next);
}

// With the point at p = p_free + J twist and its velocity v = v_free + J twist / dt at the end of the step,
//   f = K (target - p - tau v) = K (gap - gain J twist),   gap = target - p_free - tau v_free,
//   gain = 1 + tau / dt,
// and (A + dt^2 gain J^T K J) twist = dt^2 (forces + J^T K gap). K^-1 = I / k + C / kFirm, where C is how far a
// force of 1 N moves the point in a step; tau is that of critical damping.
void RigidPulls::begin(double dt, const RigidState& free, const Vec3& angular_velocity,
                       const TwistMatrix& inverse, Twist& forces, TwistMatrix& A) {
  constexpr double kFirm = 4;
  const Mat3 R = to_matrix(free.orientation);
  for (Active& active : pulls_) {
    active.r = R * active.offset;
    const Mat3 C = dt * dt * inverse.between(active.r, active.r);
    const double c = trace(C) / 3, soft = active.pull.stiffness > 0 ? 1 / active.pull.stiffness : 0;
    const double tau = 2 * dt / std::sqrt(c / (soft + c / kFirm));
    active.stiffness = sinew::inverse(soft * Mat3::identity() + (1 / kFirm) * C);
    active.gain = 1 + tau / dt;
    active.gap = active.pull.target - (free.centre + active.r) -
                 tau * (free.velocity + cross(angular_velocity, active.r));
    forces += wrench_at(active.r, active.stiffness * active.gap);
    A.add_at(active.r, dt * dt * active.gain * active.stiffness);
  }
}

void RigidPulls::end(const Twist& twist) {
  for (Active& active : pulls_)
    active.force = active.stiffness * (active.gap - active.gain * moved(twist, active.r));
}

void RigidPulls::commit() {
  for (Active& active : pulls_) active.shown = active.force;
}

void RigidPulls::add_arrows(const RigidState& state, std::vector<ForceArrow>& arrows) const {
  const Mat3 R = to_matrix(state.orientation);
  for (const Active& active : pulls_)
    arrows.push_back({ForceArrow::Kind::kPull, state.centre + R * active.offset, active.shown});
}

}  // namespace sinew
