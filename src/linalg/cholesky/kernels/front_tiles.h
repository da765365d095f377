#pragma once

#include "base/wide.h"
#include "linalg/cholesky/front_kernels.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {

// How kernels find the entries of a front (linalg/cholesky/front_kernels.h).

using V = Wide<double>;
inline constexpr int kW = kLanes<double>;
inline constexpr int kTile = 3 * kW;

inline int least(int a, int b) { return a < b ? a : b; }
inline int most(int a, int b) { return a > b ? a : b; }
inline int tiles_of(int rows) { return (rows + kTile - 1) / kTile; }

// Entry (row kTile * tile, column) of the panel; column after column, kTile numbers each.
inline double* panel_at(const DenseFront& front, int tile, int column) {
  const long padded = (front.columns + kW - 1) / kW * kW;
  return front.panel + (tile * padded + column) * kTile;
}

// Entry (row, column) of the panel.
inline const double* rows_at(const DenseFront& front, int row, int column) {
  return panel_at(front, row / kTile, column) + row % kTile;
}

// Entry (row kTile * tile, column) of the rest.
inline double* rest_at(const DenseFront& front, int tile, int column) {
  const int first = front.columns / kTile;
  const long above = tile - first;
  return front.rest + (above * (above + 1) / 2 * kTile + column - first * kTile) * kTile;
}

// The first column in which a tile is not zero.
inline int first_column(const DenseFront& front, int tile) {
  return tile < front.identity_tile ? 0 : (tile - front.identity_tile) * kTile;
}

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
