#include "linalg/cholesky/front_kernels.h"

#include "linalg/cholesky/kernels/front_tiles.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

// The number of columns that an update takes at once: what it reads of a tile then stays in the cache.
constexpr int kDepth = 192;

static_assert(kColumnBlock % kTile == 0 && kColumnGroup % kTile == 0);

// A tile's rows times kW columns, in registers.
struct Square {
  V at[kW][3];

  static Square zero() {
    Square s;
#pragma GCC unroll 8
    for (int c = 0; c < kW; ++c) s.at[c][0] = s.at[c][1] = s.at[c][2] = V(0.0);
    return s;
  }
  static Square load(const double* from) {
    Square s;
#pragma GCC unroll 8
    for (int c = 0; c < kW; ++c)
      for (int p = 0; p < 3; ++p) s.at[c][p] = V::load(from + c * kTile + p * kW);
    return s;
  }
  void store(double* to) const {
#pragma GCC unroll 8
    for (int c = 0; c < kW; ++c)
      for (int p = 0; p < 3; ++p) at[c][p].store(to + c * kTile + p * kW);
  }
};

// The sum over `depth` columns of A B^T: A is a tile, B points to kW rows of one.
[[gnu::always_inline]] inline Square product(const double* A, const double* B, int depth) {
  Square s = Square::zero();
  for (; depth > 0; --depth, A += kTile, B += kTile) {
    const V a0 = V::load(A), a1 = V::load(A + kW), a2 = V::load(A + 2 * kW);
#pragma GCC unroll 8
    for (int c = 0; c < kW; ++c) {
      const V b(B[c]);
      s.at[c][0] += a0 * b;
      s.at[c][1] += a1 * b;
      s.at[c][2] += a2 * b;
    }
  }
  return s;
}

// C -= A B^T
[[gnu::always_inline]] inline void subtract_product(const double* A, const double* B, int depth, double* C) {
  const Square s = product(A, B, depth);
#pragma GCC unroll 8
  for (int c = 0; c < kW; ++c)
    for (int p = 0; p < 3; ++p) {
      double* at = C + c * kTile + p * kW;
      (V::load(at) - s.at[c][p]).store(at);
    }
}

// Eliminates `count` columns from `column` on in the tile that has their pivots. What lies above the
// diagonal becomes zero.
bool factor_pivots(double* tile, int row, int count) {
  for (int c = 0; c < count; ++c) {
    double* own = tile + c * kTile;
    const double pivot = own[row + c];
    if (!(pivot > 0) || !(pivot < 1e300)) return false;
    const V inverse(1 / __builtin_sqrt(pivot));
    for (int p = 0; p < kTile; p += kW) (V::load(own + p) * inverse).store(own + p);
    own[row + c] = inverse[0];
    for (int i = 0; i < row + c; ++i) own[i] = 0;
    for (int d = c + 1; d < kW; ++d) {
      double* other = tile + d * kTile;
      const V factor(own[row + d]);
      for (int p = 0; p < kTile; p += kW) (V::load(other + p) - factor * V::load(own + p)).store(other + p);
    }
  }
  return true;
}

// C = C T^-T for a tile C and the triangle T that `pivots` points to.
[[gnu::always_inline]] inline void solve_triangle(const double* pivots, Square& C) {
#pragma GCC unroll 8
  for (int c = 0; c < kW; ++c) {
    const V inverse(pivots[c * kTile + c]);
    for (int p = 0; p < 3; ++p) C.at[c][p] *= inverse;
#pragma GCC unroll 8
    for (int d = c + 1; d < kW; ++d) {
      const V factor(pivots[c * kTile + d]);
      for (int p = 0; p < 3; ++p) C.at[d][p] -= factor * C.at[c][p];
    }
  }
}

// Columns [column, column + kW) in one tile below their pivots; columns from `begin` on contribute.
void solve_tile(const DenseFront& front, int begin, int column, int tile) {
  const int from = most(begin, first_column(front, tile));
  double* at = panel_at(front, tile, column);
  Square C = Square::load(at);
  if (from < column) {
    const Square s = product(panel_at(front, tile, from), rows_at(front, column, from), column - from);
#pragma GCC unroll 8
    for (int c = 0; c < kW; ++c)
      for (int p = 0; p < 3; ++p) C.at[c][p] -= s.at[c][p];
  }
  solve_triangle(rows_at(front, column, column), C);
  C.store(at);
}

bool factor_diagonal(const DenseFront& front, int begin, int end) {
  const int last = tiles_of(end);
  for (int column = begin; column < end; column += kW) {
    const int tile = column / kTile;
    double* at = panel_at(front, tile, column);
    subtract_product(panel_at(front, tile, begin), rows_at(front, column, begin), column - begin, at);
    if (!factor_pivots(at, column % kTile, least(kW, end - column))) return false;
    for (int below = tile + 1; below < last; ++below) solve_tile(front, begin, column, below);
  }
  return true;
}

void solve_tiles(const DenseFront& front, int begin, int end, int first, int last) {
  for (int tile = first; tile < last; ++tile)
    for (int column = most(begin, first_column(front, tile)); column < end; column += kW)
      solve_tile(front, begin, column, tile);
}

void update_panel(const DenseFront& front, int begin, int end, int group) {
  const int stop = least(group + kColumnGroup, front.columns), last = tiles_of(front.rows);
  for (int tile = group / kTile; tile < last; ++tile) {
    const int from = most(begin, first_column(front, tile));
    if (from >= end) break;
    for (int column = group; column < stop && column / kTile <= tile; column += kW)
      subtract_product(panel_at(front, tile, from), rows_at(front, column, from), end - from,
                       panel_at(front, tile, column));
  }
}

void update_rest(const DenseFront& front, int group) {
  const int stop = least(group + kColumnGroup, front.rows), last = tiles_of(front.rows);
  const int start = most(group, front.columns / kW * kW);
  for (int begin = 0; begin < front.columns; begin += kDepth) {
    const int end = least(begin + kDepth, front.columns);
    for (int tile = start / kTile; tile < last; ++tile) {
      const int from = most(begin, first_column(front, tile));
      if (from >= end) break;
      for (int column = start; column < stop && column / kTile <= tile; column += kW)
        subtract_product(panel_at(front, tile, from), rows_at(front, column, from), end - from,
                         rest_at(front, tile, column));
    }
  }
}

}  // namespace

const FrontKernels front_kernels = {kW, factor_diagonal, solve_tiles, update_panel, update_rest};

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
