#include "linalg/cholesky/front_solve_kernels.h"

#include "linalg/cholesky/kernels/front_tiles.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

// For each block row of a tile that lies below the pivots: act(its place among the tile's rows, its block
// of y).
template <typename Act>
void for_reached(const DenseFront& front, const int* reach, int tile, Act&& act) {
  const int first = tile * kTile, last = least(first + kTile, front.rows);
  for (int row = most(first, front.columns); row < last; row += 3)
    act(row - first, reach[(row - front.columns) / 3]);
}

void forward(const DenseFront& front, const int* reach, int pivots, double* y) {
  double* x = y + pivots;
  for (int tile = 0; tile < tiles_of(front.rows); ++tile) {
    const int first = tile * kTile, known = least(first, front.columns);
    const double* L = panel_at(front, tile, 0);
    // Two sums, since each waits for its last product.
    V even[3] = {V(0.0), V(0.0), V(0.0)}, odd[3] = {V(0.0), V(0.0), V(0.0)};
    int k = 0;
    for (; k + 1 < known; k += 2, L += 2 * kTile)
      for (int p = 0; p < 3; ++p) {
        even[p] += V::load(L + p * kW) * V(x[k]);
        odd[p] += V::load(L + kTile + p * kW) * V(x[k + 1]);
      }
    if (k < known) {
      for (int p = 0; p < 3; ++p) even[p] += V::load(L + p * kW) * V(x[k]);
      L += kTile;
    }
    double sum[kTile];
    for (int p = 0; p < 3; ++p) (even[p] + odd[p]).store(sum + p * kW);
    for (int r = 0; first + r < front.columns && r < kTile; ++r, L += kTile) {
      const V solved((x[first + r] - sum[r]) * L[r]);
      x[first + r] = solved[0];
      for (int p = 0; p < 3; ++p) (V::load(sum + p * kW) + V::load(L + p * kW) * solved).store(sum + p * kW);
    }
    for_reached(front, reach, tile, [&](int row, int block) {
      for (int d = 0; d < 3; ++d) y[3 * block + d] -= sum[row + d];
    });
  }
}

void backward(const DenseFront& front, const int* reach, int pivots, double* work, double* y) {
  const int tiles = tiles_of(front.rows);
  for (int i = 0; i < tiles * kTile; ++i) work[i] = 0;
  for (int tile = front.columns / kTile; tile < tiles; ++tile)
    for_reached(front, reach, tile, [&](int row, int block) {
      for (int d = 0; d < 3; ++d) work[tile * kTile + row + d] = y[3 * block + d];
    });
  // Rows of pivots that are not solved yet are zero in `work`.
  for (int column = (front.columns - 1) / kW * kW; column >= 0; column -= kW) {
    V sums[kW];
    for (int c = 0; c < kW; ++c) sums[c] = V(0.0);
    for (int tile = column / kTile; tile < tiles; ++tile) {
      const double *L = panel_at(front, tile, column), *x = work + tile * kTile;
      const V x0 = V::load(x), x1 = V::load(x + kW), x2 = V::load(x + 2 * kW);
#pragma GCC unroll 8
      for (int c = 0; c < kW; ++c, L += kTile)
        sums[c] += V::load(L) * x0 + V::load(L + kW) * x1 + V::load(L + 2 * kW) * x2;
    }
    const double* T = rows_at(front, column, column);
    for (int c = least(kW, front.columns - column) - 1; c >= 0; --c) {
      double left = y[pivots + column + c] - sum(sums[c]);
      for (int d = c + 1; d < kW && column + d < front.columns; ++d)
        left -= T[c * kTile + d] * work[column + d];
      work[column + c] = y[pivots + column + c] = left * T[c * kTile + c];
    }
  }
}

// Some sides of one row of y, in N registers.
template <int N>
struct Sides {
  static constexpr int kCount = N * kW;
  V part[N];

  static Sides zero() {
    Sides s;
    for (int k = 0; k < N; ++k) s.part[k] = V(0.0);
    return s;
  }
  static Sides load(const double* from) {
    Sides s;
    for (int k = 0; k < N; ++k) s.part[k] = V::load(from + k * kW);
    return s;
  }
  void store(double* to) const {
    for (int k = 0; k < N; ++k) part[k].store(to + k * kW);
  }
  void add(double factor, const Sides& other) {
    for (int k = 0; k < N; ++k) part[k] += V(factor) * other.part[k];
  }
  // factor (a - b)
  static Sides difference(double factor, const Sides& a, const Sides& b) {
    Sides s;
    for (int k = 0; k < N; ++k) s.part[k] = (a.part[k] - b.part[k]) * V(factor);
    return s;
  }
};
using RowSides = Sides<kW == 2 ? 2 : 1>;  // a tile of them fits into the registers
using ColumnSides = Sides<8 / kW>;        // so do kW of them

// Some sides of one tile of y = L^-1 y.
void forward_tile(const DenseFront& front, const int* reach, int pivots, int tile, int side, double* y) {
  double *x = y + kSides * pivots + side, *all = y + side;
  const int first = tile * kTile, known = least(first, front.columns);
  const double* L = panel_at(front, tile, 0);
  RowSides sums[kTile];
#pragma GCC unroll 24
  for (int i = 0; i < kTile; ++i) sums[i] = RowSides::zero();
  for (int k = 0; k < known; ++k, L += kTile) {
    const RowSides other = RowSides::load(x + kSides * k);
#pragma GCC unroll 24
    for (int i = 0; i < kTile; ++i) sums[i].add(L[i], other);
  }
#pragma GCC unroll 24
  for (int r = 0; r < kTile; ++r, L += kTile) {
    if (first + r >= front.columns) break;
    double* at = x + kSides * (first + r);
    const RowSides solved = RowSides::difference(L[r], RowSides::load(at), sums[r]);
    solved.store(at);
#pragma GCC unroll 24
    for (int i = r + 1; i < kTile; ++i) sums[i].add(L[i], solved);
  }
  RowSides sum[kTile];  // a copy that can be indexed: the one above stays in registers
#pragma GCC unroll 24
  for (int i = 0; i < kTile; ++i) sum[i] = sums[i];
  for_reached(front, reach, tile, [&](int row, int block) {
    for (int d = 0; d < 3; ++d) {
      double* at = all + kSides * (3 * block + d);
      RowSides::difference(1, RowSides::load(at), sum[row + d]).store(at);
    }
  });
}

void forward_sides(const DenseFront& front, const int* reach, int pivots, int begin, int end, double* y) {
  for (int tile = 0; tile < tiles_of(front.rows); ++tile)
    for (int side = begin; side < end; side += RowSides::kCount)
      forward_tile(front, reach, pivots, tile, side, y);
}

// Eight sides of kW columns of y = L^-T y; `work` has the rows of this front after them.
void backward_columns(const DenseFront& front, int pivots, int column, int side, double* work, double* y) {
  ColumnSides sums[kW];
#pragma GCC unroll 8
  for (int c = 0; c < kW; ++c) sums[c] = ColumnSides::zero();
  for (int row = least(column + kW, front.columns); row < front.rows;) {
    const double *L = rows_at(front, row, column), *x = work + kSides * row + side;
    for (const int end = least((row / kTile + 1) * kTile, front.rows); row < end; ++row, ++L, x += kSides) {
      const ColumnSides known = ColumnSides::load(x);
#pragma GCC unroll 8
      for (int c = 0; c < kW; ++c) sums[c].add(L[c * kTile], known);
    }
  }
  const double* T = rows_at(front, column, column);
#pragma GCC unroll 8
  for (int c = kW - 1; c >= 0; --c) {
    if (column + c >= front.columns) continue;
    double* at = y + kSides * (pivots + column + c) + side;
    const ColumnSides solved = ColumnSides::difference(T[c * kTile + c], ColumnSides::load(at), sums[c]);
    solved.store(at);
    solved.store(work + kSides * (column + c) + side);
#pragma GCC unroll 8
    for (int b = 0; b < c; ++b) sums[b].add(T[b * kTile + c], solved);
  }
}

void backward_sides(const DenseFront& front, const int* reach, int pivots, int begin, int end, double* work,
                    double* y) {
  for (int row = front.columns; row < front.rows; ++row) {
    const double* from = y + kSides * (3 * reach[(row - front.columns) / 3] + row % 3);
    for (int side = begin; side < end; side += kW) V::load(from + side).store(work + kSides * row + side);
  }
  for (int column = (front.columns - 1) / kW * kW; column >= 0; column -= kW)
    for (int side = begin; side < end; side += ColumnSides::kCount)
      backward_columns(front, pivots, column, side, work, y);
}

}  // namespace

const FrontSolveKernels front_solve_kernels = {forward, backward, forward_sides, backward_sides};

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
