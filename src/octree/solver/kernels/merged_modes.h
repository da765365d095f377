#pragma once

#include "base/wide.h"
#include "octree/solver/galerkin_kernels.h"

// The matrix of cells of the octree within a coarse cell, in the modes of kernels/cell_modes.h.
//
// In the axes of a cell with M = |q|^2 R = (m_x m_y m_z), derivatives along a and b are coupled by
//
//   B_ab = lambda/mu m_a m_b^T + m_b m_a^T + [a = b] |q|^4 I,        B_ba = B_ab^T
//
// and the integral of monomials gives K_pq = 4 sum over axes a, b and sets r without them of 3^-|r| B_ab for
// p = r + a, q = r + b. A field over the merged cell is one over a child with x_a = (s_a + y_a) / 2, where s
// are the signs of its octant: mode p becomes 2^-|p| times the sum of chi_{p - q}(s) of modes q in p.
// Combined, all sets r have the same sign, and the children enter only by their sums with signs, a Walsh
// transform over the octants:
//
//   K_pq = 4 2^(-|p|-|q|) sum_{a in p, b in q} (4/3)^n B^_ab[p ^ q ^ a ^ b],   n = |(p & q) - a - b|,
//   B^_ab[t] = sum_s chi_t(s) B_ab(s)
//
// Corners i and j get K_ij = sum_pq chi_p(i) chi_q(j) K_pq / 64.

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

// The nine entries of a block, (r, c) at 3 c + r; the other lanes hold unused numbers.
using Block = Wide<float, 16>;

constexpr int kAxes[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};  // the B_ab that are computed
constexpr int kBlocks = 6;

constexpr int size_of(int set) { return (set & 1) + (set >> 1 & 1) + (set >> 2 & 1); }

// Entry e of the block in lane e, repeated from lane 9 on.
#define SINEW_BLOCK_LANES(f) \
  f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8), f(0), f(1), f(2), f(3), f(4), f(5), f(6)

template <int kAxis>
[[gnu::always_inline]] inline Block along_rows(Block M) {
#define SINEW_LANE(e) 3 * ((e) % 3) + kAxis
  return __builtin_shufflevector(M.lanes, M.lanes, SINEW_BLOCK_LANES(SINEW_LANE));
#undef SINEW_LANE
}

template <int kAxis>
[[gnu::always_inline]] inline Block along_columns(Block M) {
#define SINEW_LANE(e) 3 * ((e) / 3) + kAxis
  return __builtin_shufflevector(M.lanes, M.lanes, SINEW_BLOCK_LANES(SINEW_LANE));
#undef SINEW_LANE
}

[[gnu::always_inline]] inline Block transposed(Block b) {
#define SINEW_LANE(e) 3 * ((e) % 3) + (e) / 3
  return __builtin_shufflevector(b.lanes, b.lanes, SINEW_BLOCK_LANES(SINEW_LANE));
#undef SINEW_LANE
}

[[gnu::always_inline]] inline Block identity() {
#define SINEW_LANE(e) ((e) % 4 == 0 ? 1.0F : 0.0F)
  return Block::Lanes{SINEW_BLOCK_LANES(SINEW_LANE)};
#undef SINEW_LANE
}

// M of q = (w, x, y, z), entry (r, c) at 3 r + c: 2 (a b +- c d) for factors that the lanes select, minus
// |q|^2 on the diagonal.
[[gnu::always_inline]] inline Block turn_of(const float* q, float squared) {
  // By way of eight lanes, since g++ goes from four to sixteen through memory.
  const auto four = Wide<float, 4>::load(q).lanes;
  const auto eight = __builtin_shufflevector(four, four, 0, 1, 2, 3, 4, 5, 6, 7);
  const auto v = __builtin_shufflevector(eight, eight, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const Block a = __builtin_shufflevector(v, v, 0, 1, 1, 1, 0, 2, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0);
  const Block b = __builtin_shufflevector(v, v, 0, 2, 3, 2, 0, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0);
  const Block c = __builtin_shufflevector(v, v, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0);
  const Block d = __builtin_shufflevector(v, v, 1, 3, 2, 3, 2, 1, 2, 1, 3, 0, 0, 0, 0, 0, 0, 0);
  const Block sign = Block::Lanes{2, -2, 2, 2, 2, -2, -2, 2, 2, 0, 0, 0, 0, 0, 0, 0};
  return Block(2.0F) * (a * b) + sign * (c * d) - Block(squared) * identity();
}

// B_ab for all pairs of kAxes.
[[gnu::always_inline]] inline void meeting_derivatives(const RotatedCell& cell, Block (&B)[kBlocks]) {
  const float* q = cell.q;
  const float squared = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const Block M = turn_of(q, squared), I = Block(squared * squared) * identity();
  const Block row[3] = {along_rows<0>(M), along_rows<1>(M), along_rows<2>(M)};
  const Block column[3] = {along_columns<0>(M), along_columns<1>(M), along_columns<2>(M)};
  const Block ratio(cell.ratio), more(cell.ratio + 1);
#pragma GCC unroll 6
  for (int k = 0; k < kBlocks; ++k) {
    const int a = kAxes[k][0], b = kAxes[k][1];
    B[k] = a == b ? more * (row[a] * column[a]) + I : ratio * (row[a] * column[b]) + row[b] * column[a];
  }
}

// B_ab of a cell for all pairs of kAxes, and some of the B^_ab.
using CellBlocks = Block[kBlocks];
using SignedSums = Block[kBlocks][8];

// B^_ab for kAxes[k]. Those of B_aa are needed only without a in t.
template <int k>
[[gnu::always_inline]] inline void walsh(const CellBlocks* const (&children)[8], SignedSums& sums) {
  constexpr int kKnown = k < 3 ? 1 << k : 0;
  Block B[8];
#pragma GCC unroll 8
  for (int t = 0; t < 8; ++t) {
    if ((t & kKnown) != 0) continue;
    B[t] = (*children[t])[k];
    if (kKnown != 0) B[t] += (*children[t | kKnown])[k];
  }
#pragma GCC unroll 3
  for (int bit = 1; bit < 8; bit *= 2)
#pragma GCC unroll 8
    for (int t = 0; t < 8; ++t) {
      if ((t & bit) != 0 || bit == kKnown || (t & kKnown) != 0) continue;
      const Block low = B[t], high = B[t | bit];
      B[t] = low + high, B[t | bit] = high - low;
    }
#pragma GCC unroll 8
  for (int t = 0; t < 8; ++t)
    if ((t & kKnown) == 0) sums[k][t] = B[t];
}

template <int a, int b, int t>
[[gnu::always_inline]] inline Block signed_sum(const SignedSums& sums) {
  constexpr int k = a == b ? a : a + b == 1 ? 3 : a + b == 3 ? 4 : 5;
  if constexpr (kAxes[k][0] == a)
    return sums[k][t];
  else
    return transposed(sums[k][t]);
}

// The weight of B^_ab in K_pq / 64.
constexpr float weight_of(int p, int q, int a, int b) {
  float weight = 1.0F / 16 / float(1 << (size_of(p) + size_of(q)));
  for (int n = size_of(p & q & ~(1 << a) & ~(1 << b)); n > 0; --n) weight *= 4.0F / 3;
  return weight;
}

template <int p, int q, int a, int b>
[[gnu::always_inline]] inline void add_part(const SignedSums& sums, Block& total) {
  if constexpr ((p >> a & 1) != 0 && (q >> b & 1) != 0) {
    constexpr float kWeight = weight_of(p, q, a, b);
    total += Block(kWeight) * signed_sum<a, b, p ^ q ^ (1 << a) ^ (1 << b)>(sums);
  }
}

// K_pq / 64 for all p <= q from these on.
template <int p, int q>
[[gnu::always_inline]] inline void combine(const SignedSums& sums, Block (&K)[8][8]) {
  if constexpr (q < 8) {
    Block total(0.0F);
    add_part<p, q, 0, 0>(sums, total), add_part<p, q, 0, 1>(sums, total), add_part<p, q, 0, 2>(sums, total);
    add_part<p, q, 1, 0>(sums, total), add_part<p, q, 1, 1>(sums, total), add_part<p, q, 1, 2>(sums, total);
    add_part<p, q, 2, 0>(sums, total), add_part<p, q, 2, 1>(sums, total), add_part<p, q, 2, 2>(sums, total);
    K[p][q] = total;
    combine<p, q + 1>(sums, K);
  } else if constexpr (p < 7) {
    combine<p + 1, p + 1>(sums, K);
  }
}

// For a single cell, K_ij for j = i ^ d is the sum of chi_{a ^ b}(i) C_ab(d) B_ab, so opposite corners have
// the same blocks, and four are different for each d.
//
//   C_ab(d) = (-1)^[b in d] / 16 times (1 + 1/3) or, if c is in d, (1 - 1/3)
//             for each axis c besides a and b
constexpr float own_weight(int d, int a, int b) {
  float weight = (d >> b & 1) != 0 ? -1.0F / 16 : 1.0F / 16;
  for (int c = 0; c < 3; ++c)
    if (c != a && c != b) weight *= (d >> c & 1) != 0 ? 2.0F / 3 : 4.0F / 3;
  return weight;
}

// Which of these four corner i has: where its bits differ from that of x.
constexpr int own_class(int i) { return ((i ^ i >> 1) & 1) | ((i ^ i >> 2) & 1) << 1; }

template <int d>
[[gnu::always_inline]] inline void own_blocks(const CellBlocks& B, const Block (&T)[3], Block (&K)[8][4]) {
  constexpr float kX = own_weight(d, 0, 0), kY = own_weight(d, 1, 1), kZ = own_weight(d, 2, 2);
  constexpr float kXy = own_weight(d, 0, 1), kYx = own_weight(d, 1, 0), kYz = own_weight(d, 1, 2),
                  kZy = own_weight(d, 2, 1), kZx = own_weight(d, 2, 0), kXz = own_weight(d, 0, 2);
  const Block along = Block(kX) * B[0] + Block(kY) * B[1] + Block(kZ) * B[2];
  const Block xy = Block(kXy) * B[3] + Block(kYx) * T[0], yz = Block(kYz) * B[4] + Block(kZy) * T[1],
              zx = Block(kZx) * B[5] + Block(kXz) * T[2];
  const Block plus = along + xy, minus = along - xy, sum = yz + zx, difference = yz - zx;
  K[d][0] = plus + sum, K[d][1] = minus - difference;
  K[d][2] = plus - sum, K[d][3] = minus + difference;
}

// f_i = sum_p chi_p(i) f^_p, in place; mode 0 is 0.
[[gnu::always_inline]] inline void to_corners(Block (&f)[8]) {
  f[0] = Block(0.0F);
#pragma GCC unroll 3
  for (int bit = 1; bit < 8; bit *= 2)
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i)
      if ((i & bit) == 0) {
        const Block even = f[i], odd = f[i | bit];
        f[i] = even - odd, f[i | bit] = even + odd;
      }
}

}  // namespace

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
