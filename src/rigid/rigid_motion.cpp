#include "rigid/rigid_motion.h"

#include <algorithm>

namespace sinew {

Vec3 angular_velocity(const RigidState& state, const RigidInertia& body) {
  const Mat3 R = to_matrix(state.orientation);
  return R * (body.inverse * (transposed(R) * state.angular_momentum));
}

double kinetic_energy(const RigidState& state, const RigidInertia& body) {
  return (body.mass * squared_norm(state.velocity) +
          dot(state.angular_momentum, angular_velocity(state, body))) /
         2;
}

namespace {

// Solves 2 (P - P0) = h P x J P for P by Newton's method, from P0; J is the inverse of the inertia.
Vec3 middle_momentum(const Vec3& P0, const Mat3& J, double h) {
  constexpr int kMost = 10;
  constexpr double kRounding = 4e-15;
  Vec3 P = P0;
  for (int i = 0; i < kMost; ++i) {
    const Vec3 left = 2 * (P - P0) - h * cross(P, J * P);
    if (norm(left) <= kRounding * norm(P0)) break;
    const Mat3 derivative = 2 * Mat3::identity() - h * (cross_matrix(P) * J - cross_matrix(J * P));
    P -= solved(derivative, left);
  }
  return P;
}

// One step of turned_freely for a body that is turned by q.
Quaternion turned_once(const Quaternion& q, const Vec3& momentum, const Mat3& J, double dt) {
  constexpr double kMost = 1;  // rad
  const Vec3 P0 = transposed(to_matrix(q)) * momentum;
  const double rate = norm(J * P0);
  if (rate == 0) return q;
  const double h = 2 * std::tan(std::min(rate * dt, kMost) / 2) / rate;
  const Vec3 half = (h / 2) * (J * middle_momentum(P0, J, h));
  return normalized(product(q, {1, half.x, half.y, half.z}));
}

}  // namespace

// Euler's equations in own axes for the angular momentum P = R^T L,
//
//   dP/dt = P x W,   dR/dt = R [W],   W = J P,
//
// by the midpoint rule, with Pm = (P0 + P1) / 2 and Wm = J Pm:
//
//   P1 - P0 = h Pm x Wm,   R1 = R0 cay(h Wm),   cay(w) = (I - [w] / 2)^-1 (I + [w] / 2).
//
// The first is (I + h [Wm] / 2) P1 = (I - h [Wm] / 2) P0, that is P1 = cay(h Wm)^T P0. So R1 P1 = R0 P0, the
// angular momentum in the world, is kept; and so is the energy P . J P / 2, as every quadratic invariant is by the
// midpoint rule. This holds for every h: we take the h whose Cayley transform turns by |W| dt, such that a body that
// spins about a principal axis turns by the right angle. As a quaternion, cay(w) is (1, w / 2), normalised.
//
// A body that tumbles fast takes several steps, of a tenth of a radian each if it can.
Quaternion turned_freely(const RigidState& state, const RigidInertia& body, double dt) {
  constexpr double kTurn = 0.1;  // rad
  constexpr int kMost = 64;
  const double angle = norm(angular_velocity(state, body)) * dt;
  const int steps = std::clamp(static_cast<int>(std::ceil(std::min(angle / kTurn, double(kMost)))), 1, kMost);
  Quaternion q = state.orientation;
  for (int i = 0; i < steps; ++i) q = turned_once(q, state.angular_momentum, body.inverse, dt / steps);
  return q;
}

// J = [I, -[r]], since the point moves by move + turn x r.
void TwistMatrix::add_at(const Vec3& r, const Mat3& K) {
  const Mat3 X = cross_matrix(r), KX = K * X;
  move = move + K;
  both = both - KX;
  turn = turn - X * KX;
}

Mat3 TwistMatrix::between(const Vec3& a, const Vec3& b) const {
  const Mat3 A = cross_matrix(a), B = cross_matrix(b);
  return move + both * B - A * transposed(both) - A * turn * B;
}

Twist operator*(const TwistMatrix& A, const Twist& x) {
  return {A.move * x.move + A.both * x.turn, transposed(A.both) * x.move + A.turn * x.turn};
}

TwistMatrix inverse(const TwistMatrix& A) {
  const Mat3 of_move = inverse(A.move), Q = of_move * A.both;
  const Mat3 turn = inverse(A.turn - transposed(A.both) * Q);
  return {of_move + Q * turn * transposed(Q), -1.0 * (Q * turn), turn};
}

}  // namespace sinew
