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
// p = r + a, q = r + b. Where r is one axis the cell bends, and in the place of B_ab stands
//
//   B'_ab = lambda'/mu m_a m_b^T + [a != b] m_b m_a^T + [a = b] |q|^4 I,   lambda' = 2 lambda mu / (lambda + 2 mu)
//
// A field over the merged cell is one over a child with x_a = (s_a + y_a) / 2, where s are the signs of its
// octant: mode p becomes 2^-|p| times the sum of chi_{p - q}(s) of modes q in p. Combined, all sets r have the
// same sign, and the children enter only by their sums with signs, a Walsh transform over the octants:
//
//   K_pq = 4 2^(-|p|-|q|) sum_{a in p, b in q} (w_n B^_ab + n/3 B'^_ab)[p ^ q ^ a ^ b],
//   n = |(p & q) - a - b|,   w_n = 1, 1, 10/9,   B^_ab[t] = sum_s chi_t(s) B_ab(s)
//
// Corners i and j get K_ij = sum_pq chi_p(i) chi_q(j) K_pq / 64.

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

// The nine entries of a block, (r, c) at 3 c + r; the other lanes hold unused numbers.
using Block = Wide<float, 16>;

constexpr int kAxes[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};  // the B_ab that are computed
constexpr int kBent = 6;                                                       // the B'_ab come after them
constexpr int kBlocks = 2 * kBent;

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

// B_ab and B'_ab for all pairs of kAxes.
[[gnu::always_inline]] inline void meeting_derivatives(const RotatedCell& cell, Block (&B)[kBlocks]) {
  const float* q = cell.q;
  const float squared = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const Block M = turn_of(q, squared), I = Block(squared * squared) * identity();
  const Block row[3] = {along_rows<0>(M), along_rows<1>(M), along_rows<2>(M)};
  const Block column[3] = {along_columns<0>(M), along_columns<1>(M), along_columns<2>(M)};
  const Block ratio(cell.ratio), more(cell.ratio + 1), bent_ratio(2 * cell.ratio / (cell.ratio + 2));
#pragma GCC unroll 6
  for (int k = 0; k < kBent; ++k) {
    const int a = kAxes[k][0], b = kAxes[k][1];
    const Block forth = row[a] * column[b], back = row[b] * column[a];
    B[k] = a == b ? more * forth + I : ratio * forth + back;
    B[kBent + k] = bent_ratio * forth + (a == b ? I : back);
  }
}

// B_ab and B'_ab of a cell for all pairs of kAxes, and some of the B^_ab and B'^_ab.
using CellBlocks = Block[kBlocks];
using SignedSums = Block[kBlocks][8];

// The axis that t never has in B^_ab[t] for block k, as a bit: a for B_aa and B'_aa, neither a nor b for B'_ab;
// 0 for the others.
constexpr int never_in(int k) {
  const int a = kAxes[k % kBent][0], b = kAxes[k % kBent][1];
  if (a == b) return 1 << a;
  return k < kBent ? 0 : 7 & ~(1 << a) & ~(1 << b);
}

// B^_ab or B'^_ab for block k.
template <int k>
[[gnu::always_inline]] inline void walsh(const CellBlocks* const (&children)[8], SignedSums& sums) {
  constexpr int kKnown = never_in(k);
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

// w B^_ab[t] + bent B'^_ab[t]; the second one is there only where it has a weight.
template <int a, int b, int t, bool kHasBent>
[[gnu::always_inline]] inline Block signed_sum(const SignedSums& sums, float weight, float bent) {
  constexpr int k = a == b ? a : a + b == 1 ? 3 : a + b == 3 ? 4 : 5;
  Block sum = Block(weight) * sums[k][t];
  if constexpr (kHasBent) sum += Block(bent) * sums[kBent + k][t];
  if constexpr (kAxes[k][0] == a)
    return sum;
  else
    return transposed(sum);
}

template <int p, int q, int a, int b>
[[gnu::always_inline]] inline void add_part(const SignedSums& sums, Block& total) {
  if constexpr ((p >> a & 1) != 0 && (q >> b & 1) != 0) {
    constexpr int n = size_of(p & q & ~(1 << a) & ~(1 << b));
    constexpr float kScale = 1.0F / 16 / float(1 << (size_of(p) + size_of(q)));  // of K_pq / 64
    constexpr float kWeight = n == 2 ? kScale * 10 / 9 : kScale, kBentWeight = kScale * n / 3;
    total += signed_sum<a, b, p ^ q ^ (1 << a) ^ (1 << b), n != 0>(sums, kWeight, kBentWeight);
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

// For a single cell, K_ij for j = i ^ d is the sum of chi_{a ^ b}(i) (-1)^[b in d] C_ab(d), so opposite
// corners have the same blocks, and four are different for each d.
//
//   C_ab(d) = (B_ab + s_c B'_ab / 3) / 16                               if a != b
//   C_aa(d) = ((1 + s_b s_c / 9) B_aa + (s_b + s_c) B'_aa / 3) / 16     with s_c = -1 if c is in d, else 1
struct OwnParts {
  Block along[3][3];               // C_aa by how many of the other two axes are in d
  Block across[3][2], back[3][2];  // C_ab for kAxes[3 + k], and its transpose, by whether the third axis is
};

[[gnu::always_inline]] inline OwnParts own_parts(const CellBlocks& B) {
  const Block most(10.0F / 144), less(8.0F / 144), one(1.0F / 16), third(1.0F / 48), two_thirds(2.0F / 48);
  OwnParts parts;
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) {
    const Block straight = most * B[k], bent = two_thirds * B[kBent + k];
    parts.along[k][0] = straight + bent, parts.along[k][1] = less * B[k], parts.along[k][2] = straight - bent;
    const Block across = one * B[3 + k], bent_across = third * B[kBent + 3 + k];
    parts.across[k][0] = across + bent_across, parts.across[k][1] = across - bent_across;
    parts.back[k][0] = transposed(parts.across[k][0]), parts.back[k][1] = transposed(parts.across[k][1]);
  }
  return parts;
}

// Which of these four corner i has: where its bits differ from that of x.
constexpr int own_class(int i) { return ((i ^ i >> 1) & 1) | ((i ^ i >> 2) & 1) << 1; }

template <int d>
[[gnu::always_inline]] inline void own_blocks(const OwnParts& C, Block (&K)[8][4]) {
  constexpr int x = d & 1, y = d >> 1 & 1, z = d >> 2 & 1;
  constexpr auto with_sign = [](int negative, Block b) { return negative != 0 ? -b : b; };
  const Block along =
      with_sign(x, C.along[0][y + z]) + with_sign(y, C.along[1][z + x]) + with_sign(z, C.along[2][x + y]);
  const Block xy = with_sign(y, C.across[0][z]) + with_sign(x, C.back[0][z]);
  const Block yz = with_sign(z, C.across[1][x]) + with_sign(y, C.back[1][x]);
  const Block zx = with_sign(x, C.across[2][y]) + with_sign(z, C.back[2][y]);
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
