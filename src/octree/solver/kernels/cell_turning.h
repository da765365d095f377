#pragma once

#include "octree/solver/kernels/cell_modes.h"

// The rotations nearest to the deformations of N cells: nearest_rotation of elastic/rotation.cpp, where
// Newton's step H w = g is derived, lane by lane. If H is not positive definite, the step follows the
// gradient.

namespace sinew::SINEW_KERNEL_NAMESPACE {

template <typename T, int N>
[[gnu::always_inline]] inline Vector3<T, N> cross(const Vector3<T, N>& a, const Vector3<T, N>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// The next step of a rotation, and whether it is Newton's.
template <typename T, int N>
struct Turn {
  Vector3<T, N> by;
  Mask<T, N> is_newton;
};

// If there is no Newton step, the gradient's; without kGradient, the result is then undefined.
template <bool kGradient, typename T, int N>
[[gnu::always_inline]] inline Turn<T, N> next_turn(const Columns<T, N>& F, const Columns<T, N>& R) {
  using V = Wide<T, N>;
  using V3 = Vector3<T, N>;
  const V zero(0), one(1), tiny(T(1e-30)), half(T(-0.5));
  // g = sum_i r_i x f_i and the symmetric part of F R^T
  const V3 g = cross(R.c[0], F.c[0]) + cross(R.c[1], F.c[1]) + cross(R.c[2], F.c[2]);
  V3 on{zero, zero, zero}, off{zero, zero, zero};
  for (int i = 0; i < 3; ++i) {
    const V3 &f = F.c[i], &r = R.c[i];
    on = on + V3{f.x * r.x, f.y * r.y, f.z * r.z};
    off = off + V3{f.x * r.y + f.y * r.x, f.y * r.z + f.z * r.y, f.z * r.x + f.x * r.z};
  }
  const V xx = on.y + on.z, yy = on.z + on.x, zz = on.x + on.y;
  const V xy = half * off.x, yz = half * off.y, zx = half * off.z;
  const V3 a{xx, xy, zx}, b{xy, yy, yz}, c{zx, yz, zz};
  const V3 bc = cross(b, c);
  const V size = abs(on.x) + abs(on.y) + abs(on.z) + abs(g.x) + abs(g.y) + abs(g.z), det = dot(a, bc);
  const Mask<T, N> definite =
      (xx > zero) & (xx * yy - xy * xy > zero) & (det > V(T(1e-6)) * size * size * size);
  const V over = one / select(definite, det, one);
  const V3 newton = over * V3{dot(g, bc), dot(a, cross(g, c)), dot(a, cross(b, g))};
  if constexpr (!kGradient) return {newton, definite};
  const V slow = one / max(abs(on.x + on.y + on.z) + sqrt(dot(g, g)), tiny);
  return {select(definite, newton, slow * g), definite};
}

// A unit quaternion rotated further by a small angle, given by half its vector.
template <typename T, int N>
[[gnu::always_inline]] inline void turn_further(const Vector3<T, N>& half, Wide<T, N> (&q)[4]) {
  using V = Wide<T, N>;
  const auto [x, y, z] = half;
  const V p[4] = {q[0] - x * q[1] - y * q[2] - z * q[3], q[1] + x * q[0] + y * q[3] - z * q[2],
                  q[2] + y * q[0] + z * q[1] - x * q[3], q[3] + z * q[0] + x * q[2] - y * q[1]};
  const V over = V(1) / sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
  for (int i = 0; i < 4; ++i) q[i] = over * p[i];
}

// Sets q to the unit quaternions `from` of a pack's lanes [at, at + N), rotated until they converge. A
// converged lane no longer changes, whatever its neighbours do, so that a cell gets the same bits in every
// pack that contains it. A lane without a cell has length 0.
template <int N>
[[gnu::always_inline]] inline void search_rotations(const Columns<float, N>& F, const PackQuaternions& from,
                                                    int at, Wide<float, N> (&q)[4]) {
  using V = Wide<float, N>;
  constexpr int kMostTurns = 30;
  constexpr float kArrived = 1e-4F;  // Newton's next error is the square of this
  V squared(0);
  for (int i = 0; i < 4; ++i) q[i] = V::load(from.q[i] + at), squared += q[i] * q[i];
  Mask<float, N> moving = squared > V(0);
  const V to_unit = V(1) / sqrt(select(moving, squared, V(1)));
  for (V& part : q) part *= to_unit;
  for (int k = 0; k < kMostTurns && any(moving); ++k) {
    const auto [turn, is_newton] = next_turn<true>(F, columns_of<float, N>(q[0], q[1], q[2], q[3]));
    const V angle = sqrt(dot(turn, turn));
    V next[4] = {q[0], q[1], q[2], q[3]};
    turn_further(V(0.5F) * min(V(1), V(0.5F) / max(angle, V(1e-30F))) * turn, next);
    for (int i = 0; i < 4; ++i) q[i] = select(moving, next[i], q[i]);
    moving = moving & !(is_newton & (angle <= V(kArrived)));
  }
}

// One more Newton step, in double: it squares the error of single precision, 1e-7.
template <int N>
[[gnu::always_inline]] inline void refine_rotations(const Columns<double, N>& F, Wide<double, N> (&q)[4]) {
  using V = Wide<double, N>;
  V squared(0);
  for (const V& part : q) squared += part * part;
  const Mask<double, N> is_cell = squared > V(0);
  const V to_unit = V(1) / sqrt(select(is_cell, squared, V(1)));
  for (V& part : q) part *= to_unit;
  const auto [turn, is_newton] = next_turn<false>(F, columns_of<double, N>(q[0], q[1], q[2], q[3]));
  const Mask<double, N> refined = is_cell & is_newton & (dot(turn, turn) < V(1e-6));
  V next[4] = {q[0], q[1], q[2], q[3]};
  turn_further(V(0.5) * turn, next);
  for (int i = 0; i < 4; ++i) q[i] = select(refined, next[i], q[i]);
}

inline void write_rotations(const PackStiffness& pack, const std::int32_t* cells, int at, int count,
                            float* out) {
  for (int lane = at; lane < at + count; ++lane)
    if (cells[lane] >= 0)
      for (int i = 0; i < 4; ++i) out[4 * static_cast<long>(cells[lane]) + i] = pack.q[i][lane];
}

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
