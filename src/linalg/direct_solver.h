#pragma once

#include <vector>

#include "linalg/sparse_cholesky.h"

namespace sinew {

// Sparse Cholesky factorisation of a symmetric positive definite block matrix, in double precision: the
// coarsest level of multigrid, the reference in tests, the fallback for small bodies.
class DirectSolver {
 public:
  // Throws Error if the matrix is not positive definite (for example a static body that nothing holds). The
  // elimination order is reused as long as the pattern is the same object. Couplings to nodes marked in
  // `apart` are left out.
  template <typename Real>
  void factor(const BlockMatrix<Real>& A, std::span<const char> apart = {});

  // The same for a matrix that may be singular up to rounding: multiplies its diagonal by 1 + a shift, the
  // smallest that works.
  template <typename Real>
  void factor_semidefinite(const BlockMatrix<Real>& A);

  // x = A^-1 b; x may be b. `work` is scratch memory, which grows as needed.
  template <typename Real>
  void solve(std::span<const Block3<Real>> b, std::span<Block3<Real>> x, std::vector<double>& work) const {
    cholesky_.solve(b, x, work);
  }
  // The same for all sides of a panel; the factors are read once.
  template <typename Real>
  void solve(std::span<const PanelRow<Real>> b, std::span<PanelRow<Real>> x,
             std::vector<double>& work) const {
    cholesky_.solve(b, x, work);
  }
  template <typename Real>
  void solve(std::span<const Block3<Real>> b, std::span<Block3<Real>> x) const {
    std::vector<double> work;
    solve(b, x, work);
  }

 private:
  SparseCholesky cholesky_;
};

}  // namespace sinew
