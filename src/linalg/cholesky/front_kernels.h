#pragma once

#include "base/kernels.h"

namespace sinew {

// A front: the dense symmetric matrix in which a group of columns is eliminated. Its rows are those of
// the columns (pivots) and below them those that the columns reach. Rows are stored in tiles of T = 3 w,
// where w is the number of lanes of a register; a tile is stored column by column, so that a kernel reads
// what it needs of it in one stream.
//
//              columns        rest
//     tile 0   L . . .                     panel: tile after tile, `columns` rounded up to w, T numbers each;
//     tile 1   L L L .                       after elimination L, with 1 / L_kk on the diagonal and zeros
//     tile 2   L L L L  U                    above it
//     tile 3   L L L L  U U U              rest: from the tile that holds the first row after the pivots on,
//     tile 4   L L L L  U U U U U            tile after tile up to the diagonal, T columns more in each; what
//                                            the columns leave to later fronts (update matrix)
//
// The first rows and columns of the rest are those of pivots if `columns` is no multiple of T; nobody reads
// them.
struct DenseFront {
  double *panel, *rest;
  int columns, rows;  // numbers, not blocks; rows include the pivots
  // The first tile of rows that start as the identity: row i of that part is zero before column i. Beyond
  // the last tile for all fronts but those that compute an inverse.
  int identity_tile;
};

inline constexpr int kNoIdentity = 1 << 30;
// Columns are eliminated this many at a time, or a multiple of it; a multiple of every T.
inline constexpr int kColumnBlock = 96;
// Updates are cut into groups of this many columns; a multiple of every T.
inline constexpr int kColumnGroup = 48;

struct FrontKernels {
  int lanes;  // w
  // Eliminates columns [begin, end) in the tiles of their own rows; columns before them are done. False
  // if a pivot is not positive, or not finite.
  bool (*factor_diagonal)(const DenseFront&, int begin, int end);
  // The same columns in tiles [first, last) below.
  void (*solve_tiles)(const DenseFront&, int begin, int end, int first, int last);
  // Panel columns [group, group + kColumnGroup) -= what columns [begin, end) contribute to them.
  void (*update_panel)(const DenseFront&, int begin, int end, int group);
  // Columns [group, group + kColumnGroup) of the rest -= L L^T.
  void (*update_rest)(const DenseFront&, int group);
};

SINEW_KERNEL_TABLE(FrontKernels, front_kernels);

}  // namespace sinew
