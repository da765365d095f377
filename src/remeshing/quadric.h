#pragma once

#include <array>

#include "sinew/base/geometry.h"

namespace sinew {

// A weighted sum of squared distances to planes [Garland, Heckbert 1997]:
//   E(x) = sum_i w_i (n_i . x + d_i)^2 = x^T A x + 2 b . x + c,
// with A symmetric (xx, xy, xz, yy, yz, zz) and the weights' sum kept beside, so that sqrt(E / weight) is a
// root mean square distance.
struct Quadric {
  std::array<double, 6> A{};
  Vec3 b;
  double c = 0;
  double weight = 0;

  // The plane through `point` with unit normal n.
  static Quadric plane(const Vec3& n, const Vec3& point, double w) {
    const double d = -dot(n, point);
    return {{w * n.x * n.x, w * n.x * n.y, w * n.x * n.z, w * n.y * n.y, w * n.y * n.z, w * n.z * n.z},
            w * d * n,
            w * d * d,
            w};
  }

  Quadric& operator+=(const Quadric& q) {
    for (int i = 0; i < 6; ++i) A[i] += q.A[i];
    b += q.b, c += q.c, weight += q.weight;
    return *this;
  }

  Vec3 times(const Vec3& x) const {
    return {A[0] * x.x + A[1] * x.y + A[2] * x.z, A[1] * x.x + A[3] * x.y + A[4] * x.z,
            A[2] * x.x + A[4] * x.y + A[5] * x.z};
  }
  // E(x); rounding may make E slightly negative, which is clamped to zero.
  double operator()(const Vec3& x) const { return std::max(0.0, dot(x, times(x)) + 2 * dot(b, x) + c); }
};

inline Quadric operator+(Quadric p, const Quadric& q) { return p += q; }

// The point that minimises E(x) + softness * weight * |x - near|^2: in directions that the planes do not
// determine, x stays at `near`. Positive definite for softness > 0, so it always exists.
inline Vec3 soft_minimum(const Quadric& q, const Vec3& near, double softness) {
  const double s = softness * q.weight;
  const Vec3 r = -1.0 * (q.b + q.times(near));
  const Vec3 c0{q.A[0] + s, q.A[1], q.A[2]}, c1{q.A[1], q.A[3] + s, q.A[4]}, c2{q.A[2], q.A[4], q.A[5] + s};
  const double det = dot(c0, cross(c1, c2));
  if (!(det > 0)) return near;
  return near + Vec3{dot(r, cross(c1, c2)), dot(c0, cross(r, c2)), dot(c0, cross(c1, r))} / det;
}

// The point of the segment from p to q where E is least; its middle if E is constant along it.
inline Vec3 segment_minimum(const Quadric& e, const Vec3& p, const Vec3& q) {
  const Vec3 along = q - p;
  const double curvature = dot(along, e.times(along));
  if (!(curvature > 1e-12 * e.weight * squared_norm(along))) return 0.5 * (p + q);
  return lerp(p, q, std::clamp(-dot(along, e.times(p) + e.b) / curvature, 0.0, 1.0));
}

}  // namespace sinew
