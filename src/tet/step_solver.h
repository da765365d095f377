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
  CycleParams cycle;
};

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
  SolveReport solve_directly(std::span<Block3<double>> r, std::span<Block3<double>> e);

  SolverParams params_;
  std::vector<char> held_;
  std::unique_ptr<Multigrid<float>> multigrid_;
  DirectSolver direct_;
  const BlockMatrix<float>* A_ = nullptr;
  std::vector<float> inverse_diagonal_;
  BlockVector<float> defect_, correction_;
  BlockVector<double> wide_correction_;
  ConjugateGradientWork<double> work_;
};

}  // namespace sinew
