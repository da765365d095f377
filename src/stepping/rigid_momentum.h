#pragma once

#include <span>

#include "linalg/block_vector.h"
#include "sinew/base/geometry.h"

namespace sinew {

// Linear and angular momentum, kg m/s and kg m^2/s, the latter about some point.
struct Momentum {
  Vec3 linear, angular;

  Momentum& operator+=(const Momentum& other) {
    linear += other.linear, angular += other.angular;
    return *this;
  }
};
inline Momentum operator+(Momentum a, const Momentum& b) { return a += b; }
inline Momentum operator*(double s, const Momentum& a) { return {s * a.linear, s * a.angular}; }
inline Momentum operator-(const Momentum& a, const Momentum& b) { return a + -1.0 * b; }

// Mass and its moments about the same point, kg, kg m, kg m^2.
struct MassMoments {
  double mass = 0;
  Vec3 first;
  Mat3 second;  // sum of m x x^T

  // Adds a mass at x, of which `product` is mass times position; for a mass matrix, its row times positions.
  void add(double m, const Vec3& x, const Vec3& product) {
    mass += m;
    first += product;
    second = second + outer(x, product);
  }
};
inline MassMoments operator+(const MassMoments& a, const MassMoments& b) {
  return {a.mass + b.mass, a.first + b.first, a.second + b.second};
}

// The velocities of a rigid motion.
struct RigidVelocity {
  Vec3 centre, velocity, turning;  // m, m/s of the centre, rad/s
  double radius = 0;               // of gyration, m

  Vec3 at(const Vec3& x) const { return velocity + cross(turning, x - centre); }
  // A speed that says how large the motion is, m/s.
  double size() const { return norm(velocity) + radius * norm(turning); }
};

// The rigid motion of these masses that has this momentum. If they lie on one line or in one point, it does not turn.
RigidVelocity rigid_velocity(const Momentum& momentum, const MassMoments& masses);

}  // namespace sinew
