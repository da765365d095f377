#pragma once

#include <array>
#include <string_view>

namespace sinew {

enum class SolverMethod {
  kMultigrid,    // V-cycles [Georgii05, sec. 3.2]
  kMultigridCg,  // conjugate gradients preconditioned by a V-cycle: for what V-cycles alone are slow on
  kCg,           // conjugate gradients with the inverted diagonal blocks
  kCholesky      // factors the matrix: exact, for small bodies
};

inline constexpr std::array<std::string_view, 4> kSolverMethodNames{"multigrid", "multigrid-cg", "cg",
                                                                    "cholesky"};

inline bool uses_levels(SolverMethod method) {
  return method == SolverMethod::kMultigrid || method == SolverMethod::kMultigridCg;
}

struct SolverParams {
  SolverMethod method = SolverMethod::kMultigridCg;
  int cycles = 0;             // exactly so many V-cycles (or iterations of CG); 0: until the tolerance is met
  double tolerance = 1e-4;    // on the residual over that of the first guess
  int max_iterations = 2000;  // where to stop if the tolerance is not met
  int sweeps_before = 1, sweeps_after = 1;  // of Gauss-Seidel on each level
  double relaxation = 0;                    // of Gauss-Seidel; 0: what is best for the method
};

}  // namespace sinew
