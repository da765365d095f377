#include "linalg/dense_lu.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr Index kNarrow = 16;        // columns that are eliminated one by one
constexpr Index kColumnChunk = 128;  // columns of a piece of parallel work

using Matrix = Eigen::Map<Eigen::MatrixXd>;
using ConstMatrix = Eigen::Map<const Eigen::MatrixXd>;

void exchange_rows(std::span<const Index> pivots, Index begin, Index end,
                   Eigen::Ref<Eigen::MatrixXd> columns) {
  for (Index j = 0; j < columns.cols(); ++j)
    for (Index k = begin; k < end; ++k) std::swap(columns(k, j), columns(pivots[k], j));
}

}  // namespace

DenseLU::DenseLU(DenseMatrix A) : LU_(std::move(A)), pivots_(LU_.size) { factor(0, LU_.size); }

// Columns [begin, end) are up to date with those before them; their rows from `begin` on are factored.
void DenseLU::factor(Index begin, Index end) {
  if (end - begin <= kNarrow) return factor_narrow(begin, end);
  const Index middle = begin + (end - begin) / 2;
  factor(begin, middle);
  eliminate(begin, middle, end);
  factor(middle, end);
  Matrix A(LU_.values.data(), LU_.size, LU_.size);
  exchange_rows(pivots_, middle, end, A.middleCols(begin, middle - begin));
}

void DenseLU::factor_narrow(Index begin, Index end) {
  Matrix A(LU_.values.data(), LU_.size, LU_.size);
  for (Index k = begin; k < end; ++k) {
    Index below = 0;
    const double largest = A.col(k).tail(LU_.size - k).cwiseAbs().maxCoeff<Eigen::PropagateNaN>(&below);
    if (!(largest > 0) || !std::isfinite(largest)) throw Error("a dense system has no solution");
    pivots_[k] = k + below;
    A.block(k, begin, 1, end - begin).swap(A.block(k + below, begin, 1, end - begin));
    const Index rows = LU_.size - k - 1, columns = end - k - 1;
    A.col(k).tail(rows) /= A(k, k);
    A.block(k + 1, k + 1, rows, columns).noalias() -= A.col(k).tail(rows) * A.row(k).segment(k + 1, columns);
  }
}

// What columns [begin, middle) do to those of [middle, end).
void DenseLU::eliminate(Index begin, Index middle, Index end) {
  Matrix A(LU_.values.data(), LU_.size, LU_.size);
  const Index pivots = middle - begin, below = LU_.size - middle;
  parallel_for(end - middle, kColumnChunk, [&](Index first, Index last) {
    auto columns = A.middleCols(middle + first, last - first);
    exchange_rows(pivots_, begin, middle, columns);
    auto top = columns.middleRows(begin, pivots);
    A.block(begin, begin, pivots, pivots).triangularView<Eigen::UnitLower>().solveInPlace(top);
    columns.bottomRows(below).noalias() -= A.block(middle, begin, below, pivots) * top;
  });
}

void DenseLU::solve(std::span<double> B) const {
  const Index n = LU_.size, sides = n == 0 ? 0 : static_cast<Index>(B.size() / n);
  const ConstMatrix A(LU_.values.data(), n, n);
  Matrix all(B.data(), n, sides);
  parallel_for(sides, kColumnChunk, [&](Index first, Index last) {
    auto columns = all.middleCols(first, last - first);
    exchange_rows(pivots_, 0, n, columns);
    A.triangularView<Eigen::UnitLower>().solveInPlace(columns);
    A.triangularView<Eigen::Upper>().solveInPlace(columns);
  });
}

}  // namespace sinew
