#pragma once

#include <algorithm>

#include "base/random.h"
#include "linalg/block_matrix.h"

// Small systems that can be solved by hand.
namespace sinew::test {

// n nodes in a chain, each coupled to its neighbours and the one after.
inline BlockPattern chain_pattern(Index n) {
  std::vector<Index> elements;
  for (Index i = 0; i + 2 < n; ++i) elements.insert(elements.end(), {i, i + 1, i + 2});
  return pattern_of_elements(n, elements, 3);
}

// Random, symmetric, diagonally dominant.
template <typename Real>
BlockMatrix<Real> random_matrix(const BlockPattern& pattern, std::uint64_t seed) {
  BlockMatrix<Real> A(pattern);
  Random random(seed);
  for (Index i = 0; i < pattern.rows(); ++i)
    for (Index at = pattern.row_start[i]; at < pattern.row_start[i + 1]; ++at) {
      const Index j = pattern.column[at];
      if (j > i) continue;
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) {
          const Real value = static_cast<Real>(random.uniform(-1, 1));
          A.block(at)[3 * c + r] = value;
          A.block(pattern.find(j, i))[3 * r + c] = value;
        }
      if (i == j)
        for (int k = 0; k < 9; k += 4) A.block(at)[k] = 20;
    }
  return A;
}

template <typename Real>
BlockVector<Real> random_vector(Index n, std::uint64_t seed) {
  Random random(seed);
  BlockVector<Real> x(n);
  for (auto& b : x)
    b = {static_cast<Real>(random.uniform(-1, 1)), static_cast<Real>(random.uniform(-1, 1)),
         static_cast<Real>(random.uniform(-1, 1)), 0};
  return x;
}

// The slow twin: every entry of the matrix, zeros too.
template <typename Real>
std::vector<std::vector<double>> dense(const BlockMatrix<Real>& A) {
  const Index n = A.rows();
  std::vector<std::vector<double>> D(3 * n, std::vector<double>(3 * n, 0));
  for (Index i = 0; i < n; ++i)
    for (Index at = A.pattern->row_start[i]; at < A.pattern->row_start[i + 1]; ++at)
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) D[3 * i + r][3 * A.pattern->column[at] + c] = A.block(at)[3 * c + r];
  return D;
}

template <typename Real>
std::vector<double> flat(const BlockVector<Real>& x) {
  std::vector<double> v;
  for (const auto& b : x) v.insert(v.end(), {b.x, b.y, b.z});
  return v;
}

inline std::vector<double> times(const std::vector<std::vector<double>>& D, const std::vector<double>& x) {
  std::vector<double> y(D.size(), 0);
  for (std::size_t i = 0; i < D.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) y[i] += D[i][j] * x[j];
  return y;
}

inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

}  // namespace sinew::test
