#pragma once

#include "linalg/inverse3.h"
#include "rigid/rotations.h"

namespace sinew {

// Where a rigid body is and how it moves, in world coordinates.
struct RigidState {
  Vec3 centre;             // of mass, m
  Quaternion orientation;  // from own axes to the world
  Vec3 velocity;           // of the centre, m/s
  Vec3 angular_momentum;   // about the centre, kg m^2/s

  bool operator==(const RigidState&) const = default;
};

// What a rigid body weighs: kg, and kg m^2 about the centre of mass in own axes, with its inverse.
struct RigidInertia {
  double mass = 0;
  Mat3 inertia, inverse;
};

// In the world, for a body that is turned like this.
inline Mat3 turned(const Mat3& own, const Mat3& rotation) { return rotation * own * transposed(rotation); }
Vec3 angular_velocity(const RigidState& state, const RigidInertia& body);
// Kinetic energy, J.
double kinetic_energy(const RigidState& state, const RigidInertia& body);

// The orientation after a time dt (s) without torque. The angular momentum is kept exactly, the energy to rounding.
Quaternion turned_freely(const RigidState& state, const RigidInertia& body, double dt);

// A motion of a rigid body: a move of its centre and a small rotation about it, m and rad; or rates of both. And
// what is conjugate to it: a force, N, and a torque about the centre, N m.
struct Twist {
  Vec3 move, turn;

  Twist& operator+=(const Twist& b) {
    move += b.move, turn += b.turn;
    return *this;
  }
};
// By how much it moves a point that is at r from the centre.
inline Vec3 moved(const Twist& twist, const Vec3& r) { return twist.move + cross(twist.turn, r); }
// A force at r from the centre.
inline Twist wrench_at(const Vec3& r, const Vec3& force) { return {force, cross(r, force)}; }

// A symmetric 6 x 6 matrix of twists, by blocks: [move, both; both^T, turn].
struct TwistMatrix {
  Mat3 move, both, turn;

  // Adds J^T K J, where J is how a point at r follows: K is symmetric.
  void add_at(const Vec3& r, const Mat3& K);
  // J_a A J_b^T: how a point at a answers to a force at b, if this is the inverse of what resists it.
  Mat3 between(const Vec3& a, const Vec3& b) const;
};
Twist operator*(const TwistMatrix& A, const Twist& x);
// A must be positive definite.
TwistMatrix inverse(const TwistMatrix& A);

inline Mat3 inverse(const Mat3& A) {
  Mat3 B;
  for (int c = 0; c < 3; ++c) B.column[c] = solved(A, Mat3::identity().column[c]);
  return B;
}

}  // namespace sinew
