#pragma once

#include <cmath>
#include <type_traits>

#include "linalg/panel.h"

namespace sinew {

struct SolveReport {
  int iterations = 0;
  double residual = 0;  // |b - A x| / |b| at the end (for CG, by its recurrence)
  bool converged = false;
};

struct ConjugateGradientParams {
  double tolerance = 1e-6;  // on |r| / |b|
  int max_iterations = 10'000;
  // Flexible CG, for a preconditioner that is not exactly the same linear map each time: the new direction is
  // made conjugate to the last one explicitly, at the cost of one more dot product per iteration.
  bool flexible = false;
  // Continues from the last direction in the work space, from a solve with the same A whose residual,
  // recomputed and scaled, is now b: conjugacy to that direction is kept. Otherwise CG restarts.
  bool resumed = false;
};

// Work vectors, kept from solve to solve, so that a solve allocates nothing.
template <typename Real>
struct ConjugateGradientWork {
  BlockVector<Real> r, z, p, q;
  void resize(std::size_t n) { r.resize(n), z.resize(n), p.resize(n), q.resize(n); }
};

// z = precondition(r); returns r . z, which some preconditioners compute in the same pass.
template <typename Real, typename Precondition>
double apply(Precondition&& precondition, std::span<const Block3<Real>> r, std::span<Block3<Real>> z) {
  if constexpr (std::is_void_v<decltype(precondition(r, z))>) {
    precondition(r, z);
    return dot(r, std::span<const Block3<Real>>(z));
  } else {
    return precondition(r, z);
  }
}

// Preconditioned conjugate gradients: x = A^-1 b, from zero. `precondition(r, z)` sets z to an approximation
// of A^-1 r, which must be symmetric and positive definite, and returns nothing or r . z. A is a matrix, or any type for which multiply(A,
// x, y) exists; vectors may have a higher precision than its entries.
template <typename Real, typename Matrix, typename Precondition>
SolveReport conjugate_gradient(const Matrix& A, std::span<const Block3<Real>> b, std::span<Block3<Real>> x,
                               Precondition&& precondition, const ConjugateGradientParams& params,
                               ConjugateGradientWork<Real>& work) {
  using In = std::span<const Block3<Real>>;
  using Out = std::span<Block3<Real>>;
  work.resize(b.size());
  SolveReport report;
  const double size = norm(b);
  set_zero(x);
  axpby(Real(1), b, Real(0), Out(work.r));
  report.residual = size > 0 ? 1 : 0;
  double rz = 0, pq = params.resumed ? dot(In(work.p), In(work.q)) : 0;
  for (; report.residual > params.tolerance && report.iterations < params.max_iterations;
       ++report.iterations) {
    const double rz_new = apply<Real>(precondition, work.r, work.z);
    double along_last = 0;
    if (report.iterations > 0 && !params.flexible)
      along_last = rz_new / rz;
    else if (pq > 0)
      along_last = -dot(In(work.z), In(work.q)) / pq;
    axpby(Real(1), In(work.z), static_cast<Real>(along_last), Out(work.p));
    rz = rz_new;
    multiply(A, In(work.p), Out(work.q));
    pq = dot(In(work.p), In(work.q));
    // Impossible in exact arithmetic: rounding has made the matrix indefinite.
    if (!(pq > 0)) break;
    const double alpha = rz / pq;
    if (!std::isfinite(alpha)) break;
    report.residual = advance(static_cast<Real>(alpha), In(work.p), In(work.q), x, Out(work.r)) / size;
  }
  report.converged = report.residual <= params.tolerance;
  return report;
}

// The simplest preconditioner: the inverses of the diagonal blocks.
template <typename Real>
class BlockDiagonal {
 public:
  BlockDiagonal() = default;
  explicit BlockDiagonal(const BlockMatrix<Real>& A) { set_matrix(A); }
  void set_matrix(const BlockMatrix<Real>& A) { invert_diagonal(A, inverse_); }
  // Returns r . z.
  double operator()(std::span<const Block3<Real>> r, std::span<Block3<Real>> z) const {
    return multiply_diagonal(std::span<const Real>(inverse_), r, z);
  }
  void operator()(std::span<const PanelRow<Real>> r, std::span<PanelRow<Real>> z) const {
    multiply_diagonal(std::span<const Real>(inverse_), r, z);
  }
  std::span<const Real> inverse() const { return inverse_; }

 private:
  std::vector<Real> inverse_;
};

}  // namespace sinew
