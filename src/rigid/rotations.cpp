#include "rigid/rotations.h"

namespace sinew {

Quaternion rotation_by(const Vec3& rotation_vector) {
  const double angle = norm(rotation_vector);
  // sin(angle / 2) / angle, by its series where it is exact to rounding.
  const double factor = angle < 1e-4 ? 0.5 - angle * angle / 48 : std::sin(angle / 2) / angle;
  return {std::cos(angle / 2), factor * rotation_vector.x, factor * rotation_vector.y,
          factor * rotation_vector.z};
}

Vec3 rotation_vector(const Quaternion& q) {
  const Vec3 v{q.x, q.y, q.z};
  const double sine = norm(v);
  if (sine == 0) return {};
  // q and -q are the same rotation: take the smaller angle.
  const double half = q.w < 0 ? std::atan2(-sine, -q.w) : std::atan2(sine, q.w);
  return (2 * half / sine) * v;
}

// The largest component comes from the diagonal, so that nothing is divided by a small number.
Quaternion quaternion_of(const Mat3& R) {
  const double all = trace(R);
  if (all > 0) {
    const double w = std::sqrt(1 + all) / 2, over = 1 / (4 * w);
    return normalized(
        {w, over * (R(2, 1) - R(1, 2)), over * (R(0, 2) - R(2, 0)), over * (R(1, 0) - R(0, 1))});
  }
  int i = 0;
  for (const int axis : {1, 2})
    if (R(axis, axis) > R(i, i)) i = axis;
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const double large = std::sqrt(1 + R(i, i) - R(j, j) - R(k, k)) / 2, over = 1 / (4 * large);
  Vec3 v;
  v[i] = large, v[j] = over * (R(i, j) + R(j, i)), v[k] = over * (R(i, k) + R(k, i));
  return normalized({over * (R(k, j) - R(j, k)), v.x, v.y, v.z});
}

}  // namespace sinew
