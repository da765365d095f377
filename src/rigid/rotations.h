#pragma once

#include <cmath>

#include "sinew/base/geometry.h"

namespace sinew {

// Rotations as unit quaternions. A rotation vector has the direction of the axis and the length of the angle.

// First b, then a.
inline Quaternion product(const Quaternion& a, const Quaternion& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

inline Quaternion inverse(const Quaternion& q) { return {q.w, -q.x, -q.y, -q.z}; }

inline Quaternion normalized(const Quaternion& q) {
  const double over = 1 / std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {over * q.w, over * q.x, over * q.y, over * q.z};
}

// The exponential map.
Quaternion rotation_by(const Vec3& rotation_vector);
// Its inverse: an angle of at most pi.
Vec3 rotation_vector(const Quaternion& q);
// Of a rotation matrix.
Quaternion quaternion_of(const Mat3& rotation);

// The matrix of a cross product: cross(r, x) = cross_matrix(r) x.
inline Mat3 cross_matrix(const Vec3& r) {
  return {{Vec3{0, r.z, -r.y}, Vec3{-r.z, 0, r.x}, Vec3{r.y, -r.x, 0}}};
}

}  // namespace sinew
