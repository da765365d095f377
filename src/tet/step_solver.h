#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "multigrid/multigrid.h"

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
  int cycles = 0;           // exactly so many V-cycles (or iterations of CG); 0: until the tolerance is met
  double tolerance = 1e-4;  // on the residual over that of the first guess
  int max_iterations = 200;
  int sweeps_before = 1, sweeps_after = 1;  // of Gauss-Seidel on each level
  double relaxation = 0;                    // of Gauss-Seidel; 0: what is best for the method
};

// The cycles that suit the method: symmetric ones where CG, or a step left unfinished after so many cycles,
// asks for them (multigrid/multigrid.h), else the faster ones with over-relaxation.
CycleParams cycle_params(const SolverParams& params);

// Solves A e = r for corrections e, with A in single precision and r, e in double (mixed precision by defect
// correction). A has the columns of held nodes but not their rows; r and e are zero there.
class StepSolver {
 public:
  // `multigrid` may be null for the methods without.
  StepSolver(SolverParams params, std::span<const char> held, std::unique_ptr<Multigrid<float>> multigrid);

  // The matrix is referred to, and must stay until the next call.
  void set_matrix(const BlockMatrix<float>& A);

  // e = A^-1 r; r is overwritten.
  SolveReport solve(std::span<Block3<double>> r, std::span<Block3<double>> e);

  const SolverParams& params() const { return params_; }
  const Multigrid<float>* multigrid() const { return multigrid_.get(); }

 private:
  SolveReport solve_by_cycles(std::span<Block3<double>> r, std::span<Block3<double>> e);
  template <typename Precondition>
  SolveReport solve_by_cg(std::span<Block3<double>> r, std::span<Block3<double>> e,
                          Precondition&& precondition);
  void subtract_product(std::span<const Block3<float>> x, double scale, std::span<Block3<double>> r);
  SolveReport solve_directly(std::span<Block3<double>> r, std::span<Block3<double>> e);

  SolverParams params_;
  CycleParams cycle_;
  std::vector<char> held_;
  std::unique_ptr<Multigrid<float>> multigrid_;
  DirectSolver direct_;
  const BlockMatrix<float>* A_ = nullptr;
  std::vector<float> inverse_diagonal_;
  BlockVector<float> defect_, correction_;
  BlockVector<double> wide_correction_;
  ConjugateGradientWork<float> work_;
};

}  // namespace sinew
