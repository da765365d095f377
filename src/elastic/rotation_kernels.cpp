#include "elastic/rotation_kernels.h"

#include "base/wide.h"

// nearest_rotation of elastic/rotation.cpp, where Newton's step H w = g is derived, a matrix per lane. Operations
// are in the order of the scalar twin, so that a lane has its bits.

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

using V = Wide<double>;
using M = Mask<double, V::kWidth>;

struct V3 {
  V x, y, z;

  friend V3 operator+(const V3& a, const V3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend V3 operator*(V s, const V3& a) { return {s * a.x, s * a.y, s * a.z}; }
};

V dot(const V3& a, const V3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
V3 cross(const V3& a, const V3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
V norm(const V3& a) { return sqrt(dot(a, a)); }
V3 select(M mask, const V3& yes, const V3& no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

struct Columns {
  V3 c[3];
};

Columns matrix_of(const V (&q)[4]) {
  const V one(1), two(2);
  const V xx = q[1] * q[1], yy = q[2] * q[2], zz = q[3] * q[3];
  const V xy = q[1] * q[2], yz = q[2] * q[3], zx = q[3] * q[1];
  const V wx = q[0] * q[1], wy = q[0] * q[2], wz = q[0] * q[3];
  return {{{one - two * (yy + zz), two * (xy + wz), two * (zx - wy)},
           {two * (xy - wz), one - two * (xx + zz), two * (yz + wx)},
           {two * (zx + wy), two * (yz - wx), one - two * (xx + yy)}}};
}

// F R^T
Columns times_transposed(const Columns& F, const Columns& R) {
  const auto column = [&](V r0, V r1, V r2) { return r0 * F.c[0] + r1 * F.c[1] + r2 * F.c[2]; };
  return {{column(R.c[0].x, R.c[1].x, R.c[2].x), column(R.c[0].y, R.c[1].y, R.c[2].y),
           column(R.c[0].z, R.c[1].z, R.c[2].z)}};
}

struct Turn {
  V3 by;
  M is_wanted;  // the gradient is more than rounding
};

Turn next_turn(const Columns& F, const Columns& R) {
  const V zero(0), one(1), half(0.5);
  const V3 gradient =
      V3{zero, zero, zero} + cross(R.c[0], F.c[0]) + cross(R.c[1], F.c[1]) + cross(R.c[2], F.c[2]);
  const Columns S = times_transposed(F, R);
  const V slope = norm(gradient), sum = S.c[0].x + S.c[1].y + S.c[2].z;
  const V size = abs(S.c[0].x) + abs(S.c[1].y) + abs(S.c[2].z) + slope;
  const V xy = zero - half * (S.c[1].x + S.c[0].y), zx = zero - half * (S.c[2].x + S.c[0].z),
          yz = zero - half * (S.c[2].y + S.c[1].z);
  const V3 a{sum - S.c[0].x, xy, zx}, b{xy, sum - S.c[1].y, yz}, c{zx, yz, sum - S.c[2].z};
  const V3 bc = cross(b, c);
  const V det = dot(a, bc);
  const M is_definite = (a.x > zero) & (a.x * b.y - b.x * a.y > zero) & (det > V(1e-12) * size * size * size);
  const V3 newton{dot(gradient, bc), dot(a, cross(gradient, c)), dot(a, cross(b, gradient))};
  const V divisor = select(is_definite, det, abs(sum) + slope);
  return {(one / divisor) * select(is_definite, newton, gradient), slope > V(1e-15) * size};
}

// By a small angle, given by half its vector.
void turn_further(const V3& half, V (&q)[4]) {
  const auto& [x, y, z] = half;
  const V p[4] = {q[0] - x * q[1] - y * q[2] - z * q[3], q[1] + x * q[0] + y * q[3] - z * q[2],
                  q[2] - x * q[3] + y * q[0] + z * q[1], q[3] + x * q[2] - y * q[1] + z * q[0]};
  const V over = V(1) / sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
  for (int i = 0; i < 4; ++i) q[i] = over * p[i];
}

void turn_register(const Columns& F, V (&q)[4]) {
  constexpr int kIterations = 50;  // as nearest_rotation
  M moving = V(0) < V(1);
  for (int k = 0; k < kIterations; ++k) {
    const auto [turn, is_wanted] = next_turn(F, matrix_of(q));
    moving = moving & is_wanted;
    if (!any(moving)) return;
    const V angle = norm(turn), limit(0.5);
    V next[4] = {q[0], q[1], q[2], q[3]};
    turn_further(V(0.5) * select(angle > limit, (limit / angle) * turn, turn), next);
    for (int i = 0; i < 4; ++i) q[i] = select(moving, next[i], q[i]);
    moving = moving & !(angle < V(1e-9));
  }
}

void turn_to_nearest(TurningPack& pack, int count) {
  static_assert(TurningPack::kSize % V::kWidth == 0);
  for (int at = 0; at < count; at += V::kWidth) {
    const auto column = [&](int k) {
      return V3{V::load(pack.F[k] + at), V::load(pack.F[k + 1] + at), V::load(pack.F[k + 2] + at)};
    };
    V q[4];
    for (int i = 0; i < 4; ++i) q[i] = V::load(pack.q[i] + at);
    turn_register({{column(0), column(3), column(6)}}, q);
    for (int i = 0; i < 4; ++i) q[i].store(pack.q[i] + at);
  }
}

}  // namespace

const RotationKernels rotation_kernels = {turn_to_nearest};

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
