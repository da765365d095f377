#pragma once

#include "octree/solver/kernels/cell_modes.h"

// The 3 x 3 blocks on the diagonal: sums over the cells of M (H^T K H)_ii M^T.

namespace sinew::SINEW_KERNEL_NAMESPACE {

// A symmetric 3 x 3 matrix: xx, yy, zz and xy, yz, zx.
template <typename T, int N>
struct Symmetric {
  Vector3<T, N> on, off;
};

// sum_b t_b m_b^T, which must be symmetric.
template <typename T, int N>
[[gnu::always_inline]] inline Symmetric<T, N> sum_of_outer(const Vector3<T, N> t[3], const Columns<T, N>& M) {
  Symmetric<T, N> sum{{T(0), T(0), T(0)}, {T(0), T(0), T(0)}};
  for (int b = 0; b < 3; ++b) {
    const Vector3<T, N>& m = M.c[b];
    sum.on = sum.on + Vector3<T, N>{t[b].x * m.x, t[b].y * m.y, t[b].z * m.z};
    sum.off = sum.off + Vector3<T, N>{t[b].x * m.y, t[b].y * m.z, t[b].z * m.x};
  }
  return sum;
}

template <int N>
[[gnu::always_inline]] inline void add_symmetric(const Symmetric<float, N>& block, float* on, float* off,
                                                 const std::uint16_t* node) {
  add_to_nodes<float, N>(block.on, on, node);
  add_to_nodes<float, N>(block.off, off, node);
}

// Without hanging corners, (K)_ii = (d - o) I + o w w^T, where w are the corner's signs: the sum of all
// blocks of cell_modes.h. It is the same for opposite corners.
template <int N>
[[gnu::always_inline]] inline void add_diagonal(const PackNodes& nodes, const Columns<float, N>& M,
                                                Wide<float, N> ratio, int at, float* on, float* off) {
  using V = Wide<float, N>;
  // What lambda and 3 mu have more than lambda' and 2 mu.
  const V relief = ratio - ratio_in_bending(ratio);
  const V d = (ratio + V(4)) * V(1.0F / 9) - (relief + V(1)) * V(1.0F / 24);
  const V o = (ratio + V(1)) * V(1.0F / 12) - relief * V(1.0F / 48);
  const V even = (d - o) * dot(M.c[0], M.c[0]);
  for (int i = 0; i < 4; ++i) {
    const Vector3<float, N> xy = i & 1 ? M.c[0] + M.c[1] : M.c[0] - M.c[1];
    const Vector3<float, N> w = i & 2 ? xy + M.c[2] : xy - M.c[2], b = o * w;
    const Symmetric<float, N> block{{b.x * w.x + even, b.y * w.y + even, b.z * w.z + even},
                                    {b.x * w.y, b.y * w.z, b.z * w.x}};
    // Corners with signs +-(1, +-1, +-1): the upper one along x, and its opposite.
    const int corner = 1 | (i & 1 ? 2 : 0) | (i & 2 ? 4 : 0);
    add_symmetric(block, on, off, nodes.node[corner] + at);
    add_symmetric(block, on, off, nodes.node[corner ^ 7] + at);
  }
}

// Column k of H in modes: how the corners follow unknown k.
template <int N>
[[gnu::always_inline]] inline void modes_of_unknown(int k, const HangingLanes& lanes, int at,
                                                    Wide<float, N> h[8]) {
  using V = Wide<float, N>;
  for (int i = 0; i < 8; ++i) {
    h[i] = V(i == k ? 1.0F : 0.0F);
    if ((k & i) != k || i == 0 || i == 7) continue;
    const V weight(i == 1 || i == 2 || i == 4 ? 0.5F : 0.25F);
    h[i] = select(lanes_of<float, N>(lanes.hangs[i] >> at), weight, h[i]);
  }
  to_modes(h);
}

// (H^T K H)_kk = sum over modes of h^_p h^_q times their block of cell_modes.h.
template <int N>
[[gnu::always_inline]] inline void add_hanging_diagonal(const PackNodes& nodes, const Columns<float, N>& M,
                                                        Wide<float, N> ratio, const HangingLanes& lanes,
                                                        int at, float* on, float* off) {
  using V = Wide<float, N>;
  constexpr int x = 1, y = 2, z = 4;
  const V bend_ratio = ratio_in_bending(ratio);
  const V stretch = (ratio + V(2)) * V(1.0F / 16), bend = (bend_ratio + V(2)) * V(1.0F / 48);
  const V shear(1.0F / 16), warp = (ratio + V(4)) * V(1.0F / 144), twist(1.0F / 24);
  const V across = (ratio + V(1)) * V(1.0F / 16), bent_across = (bend_ratio + V(1)) * V(1.0F / 48);
  for (int k = 0; k < 8; ++k) {
    V h[8], g[8];
    modes_of_unknown<N>(k, lanes, at, h);
    for (int p = 1; p < 8; ++p) g[p] = h[p] * h[p];
    const auto on_axis = [&](int a, int b, int c) {
      return stretch * g[a] + bend * (g[a | b] + g[a | c]) + shear * (g[b] + g[c]) + warp * g[7] +
             twist * g[b | c];
    };
    const auto between = [&](int a, int b, int c) {
      return across * h[a] * h[b] + bent_across * h[c | a] * h[c | b];
    };
    const V xx = on_axis(x, y, z), yy = on_axis(y, z, x), zz = on_axis(z, x, y);
    const V xy = between(x, y, z), yz = between(y, z, x), zx = between(z, x, y);
    const Vector3<float, N> t[3] = {xx * M.c[0] + xy * M.c[1] + zx * M.c[2],
                                    xy * M.c[0] + yy * M.c[1] + yz * M.c[2],
                                    zx * M.c[0] + yz * M.c[1] + zz * M.c[2]};
    add_symmetric(sum_of_outer(t, M), on, off, nodes.node[k] + at);
  }
}

// A row's inverse from the sums of its cells; zero if it is held, or if it has no cell.
inline void invert(const float* on, const float* off, VertexRow& row) {
  const double xx = on[0] + row.mass, yy = on[1] + row.mass, zz = on[2] + row.mass;
  const double xy = off[0], yz = off[1], zx = off[2];
  const double a = yy * zz - yz * yz, b = zx * yz - xy * zz, c = xy * yz - zx * yy;
  const double determinant = xx * a + xy * b + zx * c;
  const double s = determinant > 0 ? row.free / determinant : 0;
  const double inverse[6] = {a, xx * zz - zx * zx, xx * yy - xy * xy, b, xy * zx - xx * yz, c};
  for (int i = 0; i < 6; ++i) row.inverse[i] = static_cast<float>(s * inverse[i]);
}

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
