#include "stepping/solver_cycle.h"

namespace sinew {

CycleParams cycle_params(const SolverParams& params, const SolveGoal& goal, double over_relaxation) {
  CycleParams cycle;
  cycle.sweeps_before = params.sweeps_before;
  cycle.sweeps_after = params.sweeps_after;
  cycle.symmetric = params.method == SolverMethod::kMultigridCg || goal.counted() > 0;
  cycle.linear = goal.linear;
  cycle.relaxation = params.relaxation > 0 ? params.relaxation : cycle.symmetric ? 1 : over_relaxation;
  return cycle;
}

}  // namespace sinew
