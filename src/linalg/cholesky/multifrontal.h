#pragma once

#include <span>
#include <vector>

#include "linalg/cholesky/front_analysis.h"
#include "linalg/cholesky/front_solve_kernels.h"
#include "linalg/sparse_cholesky.h"

namespace sinew {

// P A P^T = L L^T, front by front. The memory stays as long as the analysis does, so that factoring again
// allocates nothing.
class Multifrontal {
 public:
  // Makes the tree of a pattern. The block rows in `kept` are not eliminated.
  void analyse(const BlockPattern& pattern, InstructionSet set, std::span<const Index> kept = {});

  // False if the matrix is not positive definite.
  template <typename Real>
  bool factor(const BlockMatrix<Real>& A, const MatrixReading& reading);

  // y = L^-T L^-1 y for the numbers of y in the order of elimination, three per block row. work: as
  // many numbers as schedule().most_rows.
  void solve(double* y, double* work) const;
  // The same for sides [begin, end), a multiple of eight, of rows of sixteen; work has sixteen times as
  // many.
  void solve_sides(int begin, int end, double* y, double* work) const;

  const FrontTree& tree() const { return analysis_->tree; }
  const FrontSchedule& schedule() const { return analysis_->schedule; }
  // The last front: with kept rows, what their elimination left of A there.
  DenseFront last_front() const { return front(static_cast<Index>(tree().fronts.size()) - 1); }
  FrontLayout last_layout() const { return layout_of(tree().fronts.back(), kernels_->lanes); }

 private:
  DenseFront front(Index f) const;
  template <typename Real>
  bool factor_fronts(const BlockMatrix<Real>& A, const MatrixReading& reading);
  // Assembles a front and eliminates its columns.
  template <typename Real>
  bool process(const BlockMatrix<Real>& A, const MatrixReading& reading, Index f);
  template <typename Real>
  void assemble(const BlockMatrix<Real>& A, const MatrixReading& reading, Index f);
  void add_child(Index child, Index parent);

  const FrontKernels* kernels_ = nullptr;
  const FrontSolveKernels* solve_kernels_ = nullptr;
  std::shared_ptr<const FrontAnalysis> analysis_ = std::make_shared<FrontAnalysis>();
  mutable UnsetVector<double> panels_;  // a DenseFront points to them; solves only read
  double* rests_ = nullptr;             // of the fronts, while a matrix is factored
};

}  // namespace sinew
