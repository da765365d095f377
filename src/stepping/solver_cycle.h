#pragma once

#include "multigrid/cycle.h"
#include "stepping/step_system.h"

namespace sinew {

// The cycles that suit method and goal: symmetric ones where CG, or a step left unfinished after so many
// cycles, asks for them (multigrid/multigrid.h), else the faster ones with `over_relaxation`, which is best
// for bodies of the kind.
CycleParams cycle_params(const SolverParams& params, const SolveGoal& goal, double over_relaxation);

}  // namespace sinew
