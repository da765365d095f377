#pragma once

#include <memory>

#include "linalg/block_matrix.h"

namespace sinew {

// Sparse Cholesky factorisation of a symmetric positive definite block matrix, in double precision: the
// coarsest level of multigrid, the reference in tests, the fallback for small bodies.
class DirectSolver {
 public:
  DirectSolver();
  ~DirectSolver();
  DirectSolver(DirectSolver&&) noexcept;
  DirectSolver& operator=(DirectSolver&&) noexcept;

  // Throws Error where the matrix is not positive definite (a body that nothing holds, in a static solve).
  // The order of elimination is kept while the pattern is the same object. Couplings to nodes marked in
  // `apart` are left out.
  template <typename Real>
  void factor(const BlockMatrix<Real>& A, std::span<const char> apart = {});

  // x = A^-1 b; x may be b.
  template <typename Real>
  void solve(std::span<const Block3<Real>> b, std::span<Block3<Real>> x) const;

 private:
  struct Factorisation;
  std::unique_ptr<Factorisation> factorisation_;
};

}  // namespace sinew
