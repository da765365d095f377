#pragma once

#include <span>
#include <vector>

#include "linalg/dense_matrix.h"

namespace sinew {

// P A = L U with partial pivoting, in the memory of A, by halves [Toledo 1997], so that all but a few operations are
// products of large blocks. The work is cut into groups of columns that run in parallel, with the same bits for any
// number of threads.
class DenseLU {
 public:
  // Throws Error if A is singular, or holds numbers that are not finite.
  explicit DenseLU(DenseMatrix A);

  Index size() const { return LU_.size; }
  // B = A^-1 B for as many columns as there are.
  void solve(std::span<double> B) const;

 private:
  void factor(Index begin, Index end);
  void factor_narrow(Index begin, Index end);
  void eliminate(Index begin, Index middle, Index end);

  DenseMatrix LU_;
  std::vector<Index> pivots_;  // step k exchanged rows k and pivots_[k]
};

}  // namespace sinew
