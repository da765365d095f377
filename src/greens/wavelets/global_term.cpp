#include "greens/wavelets/global_term.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/random.h"
#include "linalg/dense_algebra.h"

namespace sinew {

namespace {

constexpr Index kOversampling = 20;  // columns more than asked for, so that the last ones are right too
constexpr double kNoise = 1e-13;     // of the largest eigenvalue; smaller ones are rounding

DenseColumns random_matrix(Index rows, Index columns) {
  Random random(24);
  DenseColumns A(rows, columns);
  for (double& value : A.values) value = random.uniform(-1, 1);
  return A;
}

// A square root of the inverse of a symmetric matrix, without what rounding made of its null space.
DenseColumns inverse_root(const DenseColumns& M) {
  Eigenpairs eigen = eigenpairs(symmetric_part(M));
  const double least = kNoise * eigen.values.back();
  for (Index j = 0; j < eigen.vectors.count; ++j) {
    const double value = eigen.values[j], root = value > least ? 1 / std::sqrt(value) : 0;
    for (Index i = 0; i < eigen.vectors.rows; ++i) eigen.vectors(i, j) *= root;
  }
  return std::move(eigen.vectors);
}

// The factor of B B^T cut to its largest eigenvectors.
DenseColumns leading(const DenseColumns& B, Index rank) {
  Eigenpairs eigen = eigenpairs(transposed_product(B, B));
  const double least = kNoise * eigen.values.back();
  const auto found =
      static_cast<Index>(std::ranges::count_if(eigen.values, [&](double value) { return value > least; }));
  DenseColumns largest(eigen.vectors.rows, std::min(rank, found));
  std::ranges::copy(eigen.vectors.values.end() - std::ssize(largest.values), eigen.vectors.values.end(),
                    largest.values.begin());
  return product(B, largest);
}

}  // namespace

GlobalFactor find_global_term(const ResponseSource& source, Index rank) {
  const Index rows = 3 * source.count(), kept = std::min(rank, rows);
  if (kept <= 0) return {};
  const auto times_G = [&](DenseColumns A) {
    source.respond(A.values, A.values);
    return A;
  };
  const DenseColumns start = random_matrix(rows, std::min(kept + kOversampling, rows));
  const DenseColumns Q = orthonormal(times_G(orthonormal(times_G(start))));
  const DenseColumns GQ = times_G(Q);
  const DenseColumns F = leading(product(GQ, inverse_root(transposed_product(Q, GQ))), kept);
  GlobalFactor factor{F.count, {}};
  factor.F.reserve(F.values.size());
  for (Index i = 0; i < F.rows; ++i)
    for (Index j = 0; j < F.count; ++j) factor.F.push_back(static_cast<float>(F(i, j)));
  return factor;
}

}  // namespace sinew
