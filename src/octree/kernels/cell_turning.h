#pragma once

#include "octree/kernels/cell_modes.h"

// The rotations nearest to the deformations of N cells: nearest_rotation of elastic/rotation.cpp, lane by
// lane. It derives Newton's step H w = g; where H is not positive definite the gradient leads on.

namespace sinew::SINEW_KERNEL_NAMESPACE {

template <typename T, int N>
[[gnu::always_inline]] inline Vector3<T, N> cross(const Vector3<T, N>& a, const Vector3<T, N>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// How a rotation should turn further, and whether that is Newton's step.
template <int N>
struct Turn {
  Vector3<float, N> by;
  Mask<float, N> is_newton;
};

template <int N>
[[gnu::always_inline]] inline Turn<N> next_turn(const Columns<float, N>& F, const Columns<float, N>& R) {
  using V = Wide<float, N>;
  using V3 = Vector3<float, N>;
  // g = sum_i r_i x f_i and the symmetric part of F R^T
  const V3 g = cross(R.c[0], F.c[0]) + cross(R.c[1], F.c[1]) + cross(R.c[2], F.c[2]);
  V3 on{0.0F, 0.0F, 0.0F}, off{0.0F, 0.0F, 0.0F};
  for (int i = 0; i < 3; ++i) {
    const V3 &f = F.c[i], &r = R.c[i];
    on = on + V3{f.x * r.x, f.y * r.y, f.z * r.z};
    off = off + V3{f.x * r.y + f.y * r.x, f.y * r.z + f.z * r.y, f.z * r.x + f.x * r.z};
  }
  const V xx = on.y + on.z, yy = on.z + on.x, zz = on.x + on.y;
  const V half(-0.5F), xy = half * off.x, yz = half * off.y, zx = half * off.z;
  const V3 a{xx, xy, zx}, b{xy, yy, yz}, c{zx, yz, zz};
  const V3 bc = cross(b, c);
  const V size = abs(on.x) + abs(on.y) + abs(on.z) + sqrt(dot(g, g)), det = dot(a, bc);
  const Mask<float, N> definite =
      (xx > V(0)) & (xx * yy - xy * xy > V(0)) & (det > V(1e-6F) * size * size * size);
  const V over = V(1) / select(definite, det, V(1));
  const V3 newton = over * V3{dot(g, bc), dot(a, cross(g, c)), dot(a, cross(b, g))};
  const V slow = V(1) / max(abs(on.x + on.y + on.z) + sqrt(dot(g, g)), V(1e-30F));
  return {select(definite, newton, slow * g), definite};
}

// Turns the quaternions of a pack's lanes [at, at + N) until they stay. A lane rests when it has arrived,
// whatever its neighbours do, so that a cell gets the same bits in every pack it is in.
template <int N>
[[gnu::always_inline]] inline void turn_to(const Columns<float, N>& F, const PackRest& rest,
                                           PackStiffness& pack, int at) {
  using V = Wide<float, N>;
  constexpr int kMostTurns = 30;
  constexpr float kArrived = 1e-4F;  // Newton's next error is the square of this
  V q[4], squared(0);
  for (int i = 0; i < 4; ++i) q[i] = V::load(pack.q[i] + at), squared += q[i] * q[i];
  Mask<float, N> moving = squared > V(0);
  const V to_unit = V(1) / sqrt(select(moving, squared, V(1)));
  for (V& part : q) part *= to_unit;
  for (int k = 0; k < kMostTurns && any(moving); ++k) {
    const auto [turn, is_newton] = next_turn(F, columns_of<float, N>(q[0], q[1], q[2], q[3]));
    const V angle = sqrt(dot(turn, turn));
    const V half = V(0.5F) * min(V(1), V(0.5F) / max(angle, V(1e-30F)));
    const V x = half * turn.x, y = half * turn.y, z = half * turn.z;
    V p[4] = {q[0] - x * q[1] - y * q[2] - z * q[3], q[1] + x * q[0] + y * q[3] - z * q[2],
              q[2] + y * q[0] + z * q[1] - x * q[3], q[3] + z * q[0] + x * q[2] - y * q[1]};
    const V over = V(1) / sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
    for (int i = 0; i < 4; ++i) q[i] = select(moving, over * p[i], q[i]);
    moving = moving & !(is_newton & (angle <= V(kArrived)));
  }
  const V length = V::load(rest.length + at);
  for (int i = 0; i < 4; ++i) (length * q[i]).store(pack.q[i] + at);
}

inline void write_rotations(const PackStiffness& pack, const std::int32_t* cells, int at, int count,
                            float* out) {
  for (int lane = at; lane < at + count; ++lane)
    if (cells[lane] >= 0)
      for (int i = 0; i < 4; ++i) out[4 * static_cast<long>(cells[lane]) + i] = pack.q[i][lane];
}

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
