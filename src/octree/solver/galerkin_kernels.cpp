#include "octree/solver/galerkin_kernels.h"

#include "base/wide.h"
#include "octree/solver/kernels/merged_modes.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

using Pairs = Wide<float, 16>;
using Eight = Wide<float, 8>;

constexpr CornerPairs kPairs = corner_pairs();

// The pair of corners i and j.
struct PairOf {
  std::uint8_t of[8][8];
};
constexpr PairOf pairs_of_corners() {
  PairOf pairs{};
  for (std::uint8_t p = 0; p < kCornerPairs; ++p)
    pairs.of[kPairs.first[p]][kPairs.second[p]] = pairs.of[kPairs.second[p]][kPairs.first[p]] = p;
  return pairs;
}
constexpr PairOf kPairOf = pairs_of_corners();

// acc(r, c), at 3 c + r, += M N M^T + mu tr(G) I for some pairs, where N is stiffness_block of
// elastic/cube_element.h for mu = 1, without the trace.
template <typename Pairs>
[[gnu::always_inline]] inline void add_turned(const TurnedCell& cell, int at, Pairs (&acc)[9]) {
  const float* M = cell.M;
  const ProductPairs& products = *cell.pairs;
  const Pairs lambda(cell.ratio), bend_lambda(2 * cell.ratio / (cell.ratio + 2));
  const auto entry = [&](int r, int c) {
    const Pairs straight = Pairs::load(products.straight[3 * r + c] + at),
                bent = Pairs::load(products.bent[3 * r + c] + at);
    if (r == c) return (lambda + Pairs(1)) * straight + bend_lambda * bent;
    return lambda * straight + bend_lambda * bent +
           (Pairs::load(products.straight[3 * c + r] + at) + Pairs::load(products.bent[3 * c + r] + at));
  };
  Pairs half[9];  // M N
#pragma GCC unroll 3
  for (int c = 0; c < 3; ++c) {
    const Pairs n0 = entry(0, c), n1 = entry(1, c), n2 = entry(2, c);
    for (int r = 0; r < 3; ++r)
      half[3 * r + c] = Pairs(M[3 * r]) * n0 + Pairs(M[3 * r + 1]) * n1 + Pairs(M[3 * r + 2]) * n2;
  }
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      acc[3 * c + r] += half[3 * r] * Pairs(M[3 * c]) + half[3 * r + 1] * Pairs(M[3 * c + 1]) +
                        half[3 * r + 2] * Pairs(M[3 * c + 2]);
  const Pairs trace = Pairs(cell.mu) * Pairs::load(products.trace + at);
  for (int k = 0; k < 9; k += 4) acc[k] += trace;
}

Eight low(Eight a, Eight b) { return __builtin_shufflevector(a.lanes, b.lanes, 0, 8, 1, 9, 4, 12, 5, 13); }
Eight high(Eight a, Eight b) { return __builtin_shufflevector(a.lanes, b.lanes, 2, 10, 3, 11, 6, 14, 7, 15); }

// Lane k of v[e] becomes lane e of v[k].
[[gnu::always_inline]] inline void transpose(Eight (&v)[8]) {
  Eight t[8], u[8];
  for (int k = 0; k < 8; k += 2) t[k] = low(v[k], v[k + 1]), t[k + 1] = high(v[k], v[k + 1]);
  for (int k = 0; k < 8; k += 4)
    for (int h = 0; h < 2; ++h) {
      u[k + 2 * h] = __builtin_shufflevector(t[k + h].lanes, t[k + h + 2].lanes, 0, 1, 8, 9, 4, 5, 12, 13);
      u[k + 2 * h + 1] =
          __builtin_shufflevector(t[k + h].lanes, t[k + h + 2].lanes, 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int k = 0; k < 4; ++k) {
    v[k] = __builtin_shufflevector(u[k].lanes, u[k + 4].lanes, 0, 1, 2, 3, 8, 9, 10, 11);
    v[k + 4] = __builtin_shufflevector(u[k].lanes, u[k + 4].lanes, 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

// Writes pairs [at, at + 8) as blocks, and their transposes on the other side of the diagonal.
template <int N>
[[gnu::always_inline]] inline void store_blocks(const float (&acc)[9][N], int at, int lane, float* A) {
  Eight v[8];
  for (int e = 0; e < 8; ++e) v[e] = Eight::load(acc[e] + lane);
  transpose(v);
  for (int k = 0; k < 8 && at + k < kCornerPairs; ++k) {
    const int i = kPairs.first[at + k], j = kPairs.second[at + k];
    float *block = A + kBlockRow * i + 9 * j, *twin = A + kBlockRow * j + 9 * i;
    v[k].store(block);
    block[8] = acc[8][lane + k];
    Eight(__builtin_shufflevector(v[k].lanes, v[k].lanes, 0, 3, 6, 1, 4, 7, 2, 5)).store(twin);
    twin[8] = acc[8][lane + k];
  }
}

// Sums the pairs [at, at + N).
template <int N>
[[gnu::always_inline]] inline void sum_pairs(const TurnedCell* cells, int n, const float* mass, int at,
                                             float* A) {
  using Some = Wide<float, N>;
  Some acc[9];
  for (int e = 0; e < 9; ++e) acc[e] = mass != nullptr && e % 4 == 0 ? Some::load(mass + at) : Some(0.0F);
  for (int k = 0; k < n; ++k) add_turned(cells[k], at, acc);
  float blocks[9][N];
  for (int e = 0; e < 9; ++e) acc[e].store(blocks[e]);
  for (int lane = 0; lane < N; lane += 8) store_blocks(blocks, at + lane, lane, A);
}

void sum_cells(const TurnedCell* cells, int n, const float* mass, float* A) {
  for (int i = 0; i < 8; ++i) Eight(0.0F).store(A + kBlockRow * (i + 1) - 8);
  // No wider than a register: code that g++ makes for vectors in two halves takes up to fifteen times as
  // long.
  constexpr int kMost = kLanes<float> == 16 ? 16 : 8;
  for (int at = 0; at < 32; at += kMost) sum_pairs<kMost>(cells, n, mass, at, A);
  sum_pairs<8>(cells, n, mass, 32, A);
}

// Writes blocks (i, 0) to (i, 7) plus masses. Lanes beyond a block are overwritten by the next one, or
// cleared.
[[gnu::always_inline]] inline void store_row(const Block (&row)[8], int i, const float* mass, float* A) {
#pragma GCC unroll 8
  for (int j = 0; j < 8; ++j) {
    const Block all = mass == nullptr ? row[j] : row[j] + Block(mass[kPairOf.of[i][j]]) * identity();
    all.store(A + kBlockRow * i + 9 * j);
  }
  Eight(0.0F).store(A + kBlockRow * (i + 1) - 8);
}

// Transforms column q of K from modes to the corners of its rows.
template <int q>
[[gnu::always_inline]] inline void turn_column(const Block (&K)[8][8], Block (&rows)[8][8]) {
  Block f[8];
#pragma GCC unroll 8
  for (int p = 1; p < 8; ++p) f[p] = p <= q ? K[p][q] : transposed(K[q][p]);
  to_corners(f);
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) rows[i][q] = f[i];
}

void merge_cells(const RotatedCell* cells, int n, const float* mass, float* A) {
  // Couple the derivatives in each child's own axes.
  static const CellBlocks none{};
  CellBlocks blocks[8];
  const CellBlocks* children[8] = {&none, &none, &none, &none, &none, &none, &none, &none};
  for (int c = 0; c < n; ++c) {
    meeting_derivatives(cells[c], blocks[c]);
    children[cells[c].octant] = &blocks[c];
  }
  // Sum over the children with signs, and combine to the modes of the merged cell.
  SignedSums sums;
  walsh<0>(children, sums), walsh<1>(children, sums), walsh<2>(children, sums);
  walsh<3>(children, sums), walsh<4>(children, sums), walsh<5>(children, sums);
  walsh<6>(children, sums), walsh<7>(children, sums), walsh<8>(children, sums);
  walsh<9>(children, sums), walsh<10>(children, sums), walsh<11>(children, sums);
  Block K[8][8], rows[8][8];
  combine<1, 1>(sums, K);
  // Transform columns, then rows, from modes to corners.
  turn_column<1>(K, rows), turn_column<2>(K, rows), turn_column<3>(K, rows), turn_column<4>(K, rows);
  turn_column<5>(K, rows), turn_column<6>(K, rows), turn_column<7>(K, rows);
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    Block f[8];
#pragma GCC unroll 8
    for (int q = 1; q < 8; ++q) f[q] = rows[i][q];
    to_corners(f);
    store_row(f, i, mass, A);
  }
}

void turn_cell(const RotatedCell& cell, const float* mass, float* A) {
  CellBlocks B;
  meeting_derivatives(cell, B);
  const OwnParts parts = own_parts(B);
  Block K[8][4];
  own_blocks<0>(parts, K), own_blocks<1>(parts, K), own_blocks<2>(parts, K), own_blocks<3>(parts, K);
  own_blocks<4>(parts, K), own_blocks<5>(parts, K), own_blocks<6>(parts, K), own_blocks<7>(parts, K);
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    Block row[8];
#pragma GCC unroll 8
    for (int j = 0; j < 8; ++j) row[j] = K[i ^ j][own_class(i)];
    store_row(row, i, mass, A);
  }
}

// Measured for one to eight cells: 150 to 214 ns against 98 to 414 for sum_cells with AVX-512; with AVX2,
// where a block takes two registers, 1400 to 2400 ns against 270 to 660.
constexpr int kMergedFrom = kLanes<float> == 16 ? 3 : 9;

// Applies T^T along each axis in turn: the corner that the child shares with its parent gets half of the
// value of the other one, which keeps the other half.
[[gnu::always_inline]] inline void restrict_corners(Pairs (&v)[8], int octant) {
  const Pairs half(0.5F);
  for (int bit = 1; bit < 8; bit *= 2)
    for (int k = 0; k < 8; ++k) {
      if ((k & bit) != 0) continue;
      const int near = k | (octant & bit), far = near ^ bit;
      v[far] *= half;
      v[near] += v[far];
    }
}

template <int kOctant>
void add_child_in(const float* child, float* A) {
  // Columns first. Each store overlaps the next by seven lanes, which that one, or the padding, overwrites.
  alignas(64) float columns[kCellMatrix];
  for (int i = 0; i < 8; ++i) {
    Pairs v[8];
    for (int j = 0; j < 8; ++j) v[j] = Pairs::load(child + kBlockRow * i + 9 * j);
    restrict_corners(v, kOctant);
    for (int j = 0; j < 8; ++j) v[j].store(columns + kBlockRow * i + 9 * j);
    columns[kBlockRow * i + kBlockRow - 1] = 0;
  }
  // Then rows, added to A.
  for (int at = 0; at < kBlockRow; at += 16) {
    Pairs v[8];
    for (int i = 0; i < 8; ++i) v[i] = Pairs::load(columns + kBlockRow * i + at);
    restrict_corners(v, kOctant);
    for (int i = 0; i < 8; ++i) (Pairs::load(A + kBlockRow * i + at) + v[i]).store(A + kBlockRow * i + at);
  }
}

void add_child(const float* child, int octant, float* A) {
  constexpr void (*kAdd[8])(const float*, float*) = {add_child_in<0>, add_child_in<1>, add_child_in<2>,
                                                     add_child_in<3>, add_child_in<4>, add_child_in<5>,
                                                     add_child_in<6>, add_child_in<7>};
  kAdd[octant](child, A);
}

void expect_rows(const CellRows& rows, const float* values) {
  for (int k = 0; k < 64; ++k)
    __builtin_prefetch(values + 9 * (long(rows.row_start[k / 8]) + (rows.place[k] & ~kFirstThere)), 1);
}

void add_to_rows(const float* A, const CellRows& rows, float* values) {
  for (int i = 0; i < 8; ++i) {
    float* row = values + 9 * long(rows.row_start[i]);
    for (int j = 0; j < 8; ++j) {
      const std::uint16_t place = rows.place[8 * i + j];
      float* to = row + 9 * (place & ~kFirstThere);
      const float* block = A + kBlockRow * i + 9 * j;
      const bool first = (place & kFirstThere) != 0;
      const Eight old = first ? Eight(0.0F) : Eight::load(to);
      const float last = first ? 0.0F : to[8];
      (old + Eight::load(block)).store(to);
      to[8] = last + block[8];
    }
  }
}

}  // namespace

const GalerkinKernels galerkin_kernels = {expect_rows, sum_cells, turn_cell,  merge_cells,
                                          kMergedFrom, add_child, add_to_rows};

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
