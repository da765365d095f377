#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "multigrid/multigrid.h"
#include "tet/step_operator.h"

namespace sinew {

enum class SolverMethod {
  kMultigrid,    // V-cycles [Georgii05, sec. 3.2]
  kMultigridCg,  // conjugate gradients preconditioned by a V-cycle: for what V-cycles alone are slow on
  kCg,           // conjugate gradients with the inverted diagonal blocks
  kCholesky      // factors the matrix: exact, for small bodies
};

inline constexpr std::array<std::string_view, 4> kSolverMethodNames{"multigrid", "multigrid-cg", "cg",
                                                                    "cholesky"};

struct SolverParams {
  SolverMethod method = SolverMethod::kMultigridCg;
  int cycles = 0;             // exactly so many V-cycles (or iterations of CG); 0: until the tolerance is met
  double tolerance = 1e-4;    // on the residual over that of the first guess
  int max_iterations = 2000;  // where to stop if the tolerance is not met
  int sweeps_before = 1, sweeps_after = 1;  // of Gauss-Seidel on each level
  double relaxation = 0;                    // of Gauss-Seidel; 0: what is best for the method
};

// The cycles that suit the method: symmetric ones where CG, or a step left unfinished after so many cycles,
// asks for them (multigrid/multigrid.h), else the faster ones with over-relaxation.
CycleParams cycle_params(const SolverParams& params);

// Solves A e = r for corrections e. Cycles and iterations run in the precision Real; r, e and the residuals
// that decide are in double, over entries of the precision Entry (mixed precision by defect correction). r
// and e are zero at held nodes.
template <typename Real, typename Entry>
class StepSolver {
 public:
  // Refers to the operator and to its matrix as the cycles use it. `multigrid` may be null for the methods
  // without.
  StepSolver(SolverParams params, const StepOperator<Entry>& A, const BlockMatrix<Real>& cycle_matrix,
             std::unique_ptr<Multigrid<Real>> multigrid);

  // To be called after each change of the matrices.
  void rebuild();

  // e = A^-1 r; r is overwritten.
  SolveReport solve(std::span<Block3<double>> r, std::span<Block3<double>> e);

  // Of the same method.
  void set_params(const SolverParams& params) { params_ = params, cycle_ = cycle_params(params); }
  const SolverParams& params() const { return params_; }
  const Multigrid<Real>* multigrid() const { return multigrid_.get(); }

 private:
  // Gives an approximation of A^-1 b to x and the number of iterations it took, at most `most`: to a residual
  // of `tolerance`, where the method has one.
  int correct(std::span<const Block3<Real>> b, double tolerance, int most, std::span<Block3<Real>> x);

  SolverParams params_;
  CycleParams cycle_;
  const StepOperator<Entry>& A_;
  const BlockMatrix<Real>& cycle_matrix_;
  std::unique_ptr<Multigrid<Real>> multigrid_;
  DirectSolver direct_;
  BlockDiagonal<Real> diagonal_;
  BlockVector<Real> defect_, correction_;
  ConjugateGradientWork<Real> work_;
};

}  // namespace sinew
