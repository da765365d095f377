#pragma once

#include <memory>

#include "multigrid/multigrid.h"
#include "stepping/defect_correction.h"
#include "stepping/solver_cycle.h"
#include "stepping/step_operator.h"

namespace sinew {

// Solves A e = r for corrections e. Cycles and iterations run in the precision Real; r, e and the residuals
// that decide are in double, over entries of the precision Entry (mixed precision by defect correction). r
// and e are zero at held nodes.
template <typename Real, typename Entry>
class StepSolver {
 public:
  // Refers to the operator and to its matrix as the cycles use it. `multigrid` may be null for the methods
  // without. Over-relaxation is that of cycles that need not be symmetric (stepping/solver_params.h).
  StepSolver(SolverParams params, const StepOperator<Entry>& A, const BlockMatrix<Real>& cycle_matrix,
             std::unique_ptr<Multigrid<Real>> multigrid, double over_relaxation);

  // To be called after each change of the matrices.
  void rebuild();

  // e = A^-1 r; r is overwritten.
  SolveReport solve(std::span<Block3<double>> r, std::span<Block3<double>> e);

  // Of the same method.
  void set_params(const SolverParams& params) {
    params_ = params, cycle_ = cycle_params(params, over_relaxation_);
  }
  const CycleParams& cycle() const { return cycle_; }
  const Multigrid<Real>* multigrid() const { return multigrid_.get(); }

 private:
  // Gives an approximation of A^-1 b to x and the number of iterations it took, at most `most`: to a residual
  // of `tolerance`, where the method has one.
  int correct(std::span<const Block3<Real>> b, double tolerance, int most, std::span<Block3<Real>> x);

  SolverParams params_;
  double over_relaxation_;
  CycleParams cycle_;
  const StepOperator<Entry>& A_;
  const BlockMatrix<Real>& cycle_matrix_;
  std::unique_ptr<Multigrid<Real>> multigrid_;
  DirectSolver direct_;
  BlockDiagonal<Real> diagonal_;
  DefectCorrection<Real> defect_;
  ConjugateGradientWork<Real> work_;
};

}  // namespace sinew
