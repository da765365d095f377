#include "stepping/rigid_momentum.h"

#include <algorithm>
#include <cmath>

#include "linalg/inverse3.h"

namespace sinew {

// P = m v and L = c x P + I w, with the inertia about the centre c,
//   I = tr(S) 1 - S,   S = second - m c c^T.
RigidVelocity rigid_velocity(const Momentum& momentum, const MassMoments& masses) {
  constexpr double kPoint = 1e-12;  // of the moment about the origin
  constexpr double kFlat = 1e-9;    // of the largest inertia to the third
  if (!(masses.mass > 0)) return {};
  RigidVelocity rigid;
  rigid.centre = masses.first / masses.mass;
  rigid.velocity = momentum.linear / masses.mass;
  const Mat3 second = 0.5 * (masses.second + transposed(masses.second));
  const Mat3 S = second - masses.mass * outer(rigid.centre, rigid.centre);
  const Mat3 inertia = trace(S) * Mat3::identity() - S;
  rigid.radius = std::sqrt(std::max(0.0, trace(S)) / masses.mass);
  if (!(trace(S) > kPoint * trace(second))) return rigid;
  if (!(determinant(inertia) > kFlat * std::pow(trace(S), 3))) return rigid;
  rigid.turning = solved(inertia, momentum.angular - cross(rigid.centre, momentum.linear));
  return rigid;
}

}  // namespace sinew
