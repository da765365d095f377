#pragma once

#include <cstdint>

#include "base/kernels.h"

namespace sinew {

// The inner loops of the Galerkin operators of an octree's coarse levels (coarse_levels.h). A cell's matrix
// is stored in two layouts:
//
//   over pairs    for each of the nine entries (r, c) of a 3 x 3 block, a row of the 36 pairs of corners
//                 i <= j, padded to 40: all blocks of a cell are rotated at once, a pair per lane
//   over blocks   for each corner i, a row of the blocks (i, 0) to (i, 7), nine numbers each, column by
//                 column, padded to 80: a block has the layout in which it is added to a matrix

inline constexpr int kCornerPairs = 36, kPairLanes = 40;
inline constexpr int kBlockRow = 80, kCellMatrix = 8 * kBlockRow;

// Corners i <= j of pair p.
struct CornerPairs {
  std::uint8_t first[kCornerPairs], second[kCornerPairs];
};
constexpr CornerPairs corner_pairs() {
  CornerPairs pairs{};
  int p = 0;
  for (std::uint8_t i = 0; i < 8; ++i)
    for (std::uint8_t j = i; j < 8; ++j, ++p) pairs.first[p] = i, pairs.second[p] = j;
  return pairs;
}

// The pair of corners i <= j.
constexpr int pair_of(int i, int j) { return i * (15 - i) / 2 + j; }

// What corners have in common, G and L of elastic/cube_element.h in some basis, over pairs.
struct alignas(64) ProductPairs {
  float straight[9][kPairLanes], bent[9][kPairLanes];  // G - L and L, entry (r, c) at 3 r + c
  float trace[kPairLanes];                             // of G
};

// A rotated cell of the octree: its blocks are turned by M = |q|^2 R, |q|^4 = mu.
struct TurnedCell {
  float M[9];       // entry (r, c) at 3 r + c
  float ratio, mu;  // lambda / mu, mu
  const ProductPairs* pairs;
};

// The same by its quaternion q = (w, x, y, z), |q|^4 = mu, in an octant of the cell that it is merged into.
struct RotatedCell {
  const float* q;
  float ratio;  // lambda / mu
  int octant;
};

// Where a cell's blocks are among the values of a block-sparse matrix: block (i, j) has the number
// row_start[i] + place[8 i + j]. The highest bit of a place is set if this cell is the first to write there.
struct CellRows {
  std::int32_t row_start[8];
  std::uint16_t place[64];
};
inline constexpr std::uint16_t kFirstThere = 0x8000;

struct GalerkinKernels {
  // Prefetches what add_to_rows will write to.
  void (*expect_rows)(const CellRows& rows, const float* values);
  // A = mass I + the sum over n cells of their rotated stiffness. `mass` is over pairs, or null. A is over
  // blocks.
  void (*sum_cells)(const TurnedCell* cells, int n, const float* mass, float* A);
  // The same for one cell over its own corners, none of which hangs or is held.
  void (*turn_cell)(const RotatedCell& cell, const float* mass, float* A);
  // The same for cells in different octants of a merged cell that they follow; nothing is held.
  void (*merge_cells)(const RotatedCell* cells, int n, const float* mass, float* A);
  int merged_from;  // sum_cells is faster for fewer cells
  // A += T^T child T, where T are the trilinear weights of a child in that octant. Over blocks.
  void (*add_child)(const float* child, int octant, float* A);
  // Adds block (i, j) to the rows of a matrix.
  void (*add_to_rows)(const float* A, const CellRows& rows, float* values);
};

SINEW_KERNEL_TABLE(GalerkinKernels, galerkin_kernels);

}  // namespace sinew
