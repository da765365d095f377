#pragma once

#include <array>
#include <string_view>

namespace sinew {

enum class SolverMethod {
  kMultigrid,    // V-cycles [Georgii05, sec. 3.2]
  kMultigridCg,  // conjugate gradients preconditioned by a V-cycle: if V-cycles alone converge slowly
  kCg,           // conjugate gradients preconditioned by inverted diagonal blocks
  kCholesky      // factors the matrix: exact, for small bodies
};

inline constexpr std::array<std::string_view, 4> kSolverMethodNames{"multigrid", "multigrid-cg", "cg",
                                                                    "cholesky"};

inline bool uses_levels(SolverMethod method) {
  return method == SolverMethod::kMultigrid || method == SolverMethod::kMultigridCg;
}

struct SolverParams {
  SolverMethod method = SolverMethod::kMultigridCg;
  int cycles = 0;             // exactly this many V-cycles (or CG iterations); 0: until the tolerance is met
  double tolerance = 1e-4;    // on the residual relative to that of the first guess
  int max_iterations = 2000;  // limit if the tolerance is not met
  int sweeps_before = 1, sweeps_after = 1;  // of Gauss-Seidel on each level
  double relaxation = 0;                    // factor of Gauss-Seidel updates; 0: the best one for the method
};

}  // namespace sinew
