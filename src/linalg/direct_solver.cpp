#include "linalg/direct_solver.h"

#include "sinew/base/error.h"

namespace sinew {

template <typename Real>
void DirectSolver::factor(const BlockMatrix<Real>& A, std::span<const char> apart) {
  if (!cholesky_.factor(A, {apart, 0}))
    throw Error(
        "the stiffness matrix is not positive definite", "",
        "a part of the body is held by nothing, an element is inverted, or Poisson's ratio is too near "
        "0.5 for the digits there are");
}

template <typename Real>
void DirectSolver::factor_semidefinite(const BlockMatrix<Real>& A) {
  constexpr double kLeast = std::is_same_v<Real, float> ? 1e-6 : 1e-12;
  for (double raise = kLeast; raise < 1; raise *= 10)
    if (cholesky_.factor(A, {{}, raise})) return;
  throw Error(
      "the coarsest matrix is not positive definite", "",
      "an element of the body is inverted, Poisson's ratio is too near 0.5 for the digits there are, or "
      "a number is not finite");
}

template void DirectSolver::factor(const BlockMatrix<float>&, std::span<const char>);
template void DirectSolver::factor(const BlockMatrix<double>&, std::span<const char>);
template void DirectSolver::factor_semidefinite(const BlockMatrix<float>&);
template void DirectSolver::factor_semidefinite(const BlockMatrix<double>&);

}  // namespace sinew
