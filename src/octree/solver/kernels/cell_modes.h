#pragma once

#include "octree/solver/kernels/cell_lanes.h"

// The stiffness of a cube in the basis of its symmetries.
//
// Mode p of a field u over the corners i is   u^_p = sum_i chi_p(i) u_i,   chi_p(i) = prod_{a in p} s_a(i),
// with s_a(i) = 1 if corner i is the upper one along axis a and -1 if it is the lower one; p is a set of
// axes, written as bits like a corner. It is the amplitude of the monomial x^p y^q z^r in u, times 8. A
// reflection along axis a changes the sign of mode p of component b by (-1)^([a in p] + [a = b]), and the
// stiffness is invariant under reflections: it couples (p, a) and (q, b) only if p ^ {a} = q ^ {b}. Eight
// blocks of 3 x 3 are left, and with monomials instead of corners they are easy to integrate. For the unit
// cube:
//
//   stretch    (a, a):                    lambda / 16 each to each, 2 mu / 16 to itself
//   bend       (ca, a), a != c, each c:   lambda' / 48 each to each, 2 mu / 48 to itself
//   shear      (b, a), (a, b):            mu / 16 each to each
//   warp       (abc, c):                  (lambda + 4 mu) / 144
//   twist      (bc, a):                   mu / 48 each to each and once more to itself
//
// Here lambda' = 2 lambda mu / (lambda + 2 mu): monomials alone would have lambda and 3 mu, and lock; the sides
// of a cell are free to bow (elastic/cube_element.h). Mode 0 is a translation, which meets no resistance. A mirrored cube (corners numbered from another one,
// i ^ octant) is the same with the columns of its rotation mirrored.

namespace sinew::SINEW_KERNEL_NAMESPACE {

// The matrix of a quaternion times its squared length; the columns are the images of the axes.
template <typename T, int N>
struct Columns {
  Vector3<T, N> c[3];

  // M^T v and M v
  Vector3<T, N> back(const Vector3<T, N>& v) const { return {dot(c[0], v), dot(c[1], v), dot(c[2], v)}; }
  Vector3<T, N> forth(const Vector3<T, N>& v) const {
    return {c[0].x * v.x + c[1].x * v.y + c[2].x * v.z, c[0].y * v.x + c[1].y * v.y + c[2].y * v.z,
            c[0].z * v.x + c[1].z * v.y + c[2].z * v.z};
  }
};

template <typename T, int N>
[[gnu::always_inline]] inline Columns<T, N> columns_of(Wide<T, N> w, Wide<T, N> x, Wide<T, N> y,
                                                       Wide<T, N> z) {
  using V = Wide<T, N>;
  const V two(2);
  const V ww = w * w, xx = x * x, yy = y * y, zz = z * z;
  const V xy = x * y, yz = y * z, zx = z * x, wx = w * x, wy = w * y, wz = w * z;
  return {{{ww + xx - yy - zz, two * (xy + wz), two * (zx - wy)},
           {two * (xy - wz), ww - xx + yy - zz, two * (yz + wx)},
           {two * (zx + wy), two * (yz - wx), ww - xx - yy + zz}}};
}

template <typename T, int N>
[[gnu::always_inline]] inline void mirror(Columns<T, N>& M, const HangingLanes& lanes, int at) {
  const Vector3<T, N> none{T(0), T(0), T(0)};
  for (int a = 0; a < 3; ++a) M.c[a] = select(lanes_of<T, N>(lanes.mirrored[a] >> at), none - M.c[a], M.c[a]);
}

// u_i -> u^_p, in place.
template <typename V3>
[[gnu::always_inline]] inline void to_modes(V3 u[8]) {
#pragma GCC unroll 3
  for (int bit = 1; bit < 8; bit *= 2)
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i)
      if ((i & bit) == 0) {
        const V3 low = u[i], high = u[i | bit];
        u[i] = low + high, u[i | bit] = high - low;
      }
}

// f_i = sum_p chi_p(i) f^_p: the transpose.
template <typename V3>
[[gnu::always_inline]] inline void from_modes(V3 f[8]) {
#pragma GCC unroll 3
  for (int bit = 1; bit < 8; bit *= 2)
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i)
      if ((i & bit) == 0) {
        const V3 even = f[i], odd = f[i | bit];
        f[i] = even - odd, f[i | bit] = even + odd;
      }
}

// lambda' / mu for ratio = lambda / mu.
template <typename V>
[[gnu::always_inline]] inline V ratio_in_bending(V ratio) {
  return ratio * V(2) / (ratio + V(2));
}

// Maps modes in the cell's own axes to modes of the forces, in place, for a cube with mu = 1;
// ratio = lambda / mu.
template <typename T, int N>
[[gnu::always_inline]] inline void stiffness(Vector3<T, N> u[8], Wide<T, N> ratio) {
  using V = Wide<T, N>;
  const V lambda_16 = ratio * V(T(1) / 16), bend_lambda_48 = ratio_in_bending(ratio) * V(T(1) / 48);
  const V mu_8(T(1) / 8), mu_16(T(1) / 16), mu_24(T(1) / 24), mu_48(T(1) / 48);
  const V warp = (ratio + V(4)) * V(T(1) / 144);
  constexpr int x = 1, y = 2, z = 4;

  const V spread = lambda_16 * (u[x].x + u[y].y + u[z].z);
  const V xy = mu_16 * (u[y].x + u[x].y), yz = mu_16 * (u[z].y + u[y].z), zx = mu_16 * (u[x].z + u[z].x);
  u[x] = {spread + mu_8 * u[x].x, xy, zx};
  u[y] = {xy, spread + mu_8 * u[y].y, yz};
  u[z] = {zx, yz, spread + mu_8 * u[z].z};

  const V along_x = bend_lambda_48 * (u[x | y].y + u[z | x].z),
          along_y = bend_lambda_48 * (u[x | y].x + u[y | z].z),
          along_z = bend_lambda_48 * (u[z | x].x + u[y | z].y);
  const V twist = mu_48 * (u[y | z].x + u[z | x].y + u[x | y].z);
  u[x | y] = {along_y + mu_24 * u[x | y].x, along_x + mu_24 * u[x | y].y, twist + mu_48 * u[x | y].z};
  u[y | z] = {twist + mu_48 * u[y | z].x, along_z + mu_24 * u[y | z].y, along_y + mu_24 * u[y | z].z};
  u[z | x] = {along_z + mu_24 * u[z | x].x, twist + mu_48 * u[z | x].y, along_x + mu_24 * u[z | x].z};
  u[x | y | z] = warp * u[x | y | z];
  u[0] = {T(0), T(0), T(0)};
}

// The corners between corner i and corner 0, which i follows if it hangs; corners 0 and 7 never hang.
inline constexpr int kEdgeMiddles[3] = {1, 2, 4};
inline constexpr int kFaceMiddles[3][3] = {{3, 1, 2}, {5, 1, 4}, {6, 2, 4}};

// Maps unknowns to values at corners, x = H u, in place.
template <typename T, int N>
[[gnu::always_inline]] inline void follow(Vector3<T, N> u[8], const HangingLanes& lanes, int at) {
  using V = Wide<T, N>;
  for (const auto& [i, j, k] : kFaceMiddles)
    u[i] = select(lanes_of<T, N>(lanes.hangs[i] >> at), V(T(0.25)) * (u[0] + u[j] + u[k] + u[i]), u[i]);
  for (const int i : kEdgeMiddles)
    u[i] = select(lanes_of<T, N>(lanes.hangs[i] >> at), V(T(0.5)) * (u[0] + u[i]), u[i]);
}

// Maps forces at corners to forces on unknowns, H^T f, in place.
template <typename T, int N>
[[gnu::always_inline]] inline void pass_on(Vector3<T, N> f[8], const HangingLanes& lanes, int at) {
  using V = Wide<T, N>;
  const Vector3<T, N> none{T(0), T(0), T(0)};
  const auto share = [&](int i, T weight) {
    const Mask<T, N> hangs = lanes_of<T, N>(lanes.hangs[i] >> at);
    const Vector3<T, N> part = V(weight) * f[i];
    f[i] = select(hangs, part, f[i]);
    return select(hangs, part, none);
  };
  for (const int i : kEdgeMiddles) f[0] = f[0] + share(i, T(0.5));
  for (const auto& [i, j, k] : kFaceMiddles) {
    const Vector3<T, N> part = share(i, T(0.25));
    f[0] = f[0] + part, f[j] = f[j] + part, f[k] = f[k] + part;
  }
}

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
