#include "greens/responses/definite.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"
#include "greens/responses/reciprocity.h"

namespace sinew {

namespace {

// What a vertex must give way by if all others before it are held, in parts of its own compliance. Bodies of solid
// elements have a tenth to a third.
constexpr double kLeastPivot = 1e-3;
constexpr Index kColumnBlock = 96, kRowChunk = 128;

using Matrix = Eigen::Map<Eigen::MatrixXd>;

// The lower triangle of G, scaled to compliances of one, in the order of elimination.
DenseMatrix ordered(const DenseMatrix& G, std::span<const Index> order, std::span<const double> own) {
  DenseMatrix A(G.size);
  parallel_for_each(order.size(), 16, [&](Index j) {
    for (std::size_t i = j; i < order.size(); ++i) {
      const double scale = 1 / std::sqrt(own[order[i]] * own[order[j]]);
      for (Index b = 0; b < 3; ++b)
        for (Index a = 0; a < 3; ++a)
          A(3 * static_cast<Index>(i) + a, 3 * j + b) = scale * G(3 * order[i] + a, 3 * order[j] + b);
    }
  });
  return A;
}

// Columns [begin, end) minus what those before them contribute, then L in their place; additions per row.
void eliminate_block(Matrix& A, Index begin, Index end, std::vector<double>& additions) {
  const auto n = static_cast<Index>(A.rows()), width = end - begin;
  parallel_for(n - begin, kRowChunk, [&](Index first, Index last) {
    A.block(begin + first, begin, last - first, width).noalias() -=
        A.block(begin + first, 0, last - first, begin) * A.block(begin, 0, width, begin).transpose();
  });
  auto diagonal = A.block(begin, begin, width, width);
  for (Index k = 0; k < width; ++k) {
    const double pivot = diagonal(k, k);
    if (!(pivot >= kLeastPivot)) {
      additions[begin + k] = kLeastPivot - pivot;
      diagonal(k, k) = kLeastPivot;
    }
    diagonal(k, k) = std::sqrt(diagonal(k, k));
    const Index below = width - k - 1;
    diagonal.col(k).tail(below) /= diagonal(k, k);
    for (Index j = k + 1; j < width; ++j)
      diagonal.col(j).tail(width - j) -= diagonal(j, k) * diagonal.col(k).tail(width - j);
  }
  parallel_for(n - end, kRowChunk, [&](Index first, Index last) {
    auto rows = A.block(end + first, begin, last - first, width);
    diagonal.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(rows);
  });
}

}  // namespace

Lift lift_to_definite(DenseMatrix& G, std::span<const double> doubt) {
  const std::vector<double> own = own_compliances(G);
  std::vector<Index> order(doubt.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return doubt[a] < doubt[b]; });
  DenseMatrix factor = ordered(G, order, own);
  Matrix A(factor.values.data(), G.size, G.size);
  std::vector<double> additions(G.size, 0);
  for (Index begin = 0; begin < G.size; begin += kColumnBlock)
    eliminate_block(A, begin, std::min(G.size, begin + kColumnBlock), additions);

  std::vector<double> shares(order.size(), 0);
  for (Index row = 0; row < G.size; ++row)
    shares[order[row / 3]] = std::max(shares[order[row / 3]], additions[row]);
  Lift lift;
  for (Index vertex = 0; vertex < static_cast<Index>(shares.size()); ++vertex) {
    if (shares[vertex] == 0) continue;
    lift.vertices.push_back(vertex);
    lift.shares.push_back(shares[vertex]);
    for (Index axis = 3 * vertex; axis < 3 * vertex + 3; ++axis)
      G(axis, axis) += shares[vertex] * own[vertex];
  }
  return lift;
}

}  // namespace sinew
