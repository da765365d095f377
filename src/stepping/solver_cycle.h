#pragma once

#include "multigrid/cycle.h"
#include "stepping/step_system.h"

namespace sinew {

// The parameters of cycles for a method and a goal. Cycles are symmetric if CG needs that, or if their number
// is fixed and steps stay partly unsolved (multigrid/multigrid.h); else they are faster, with an
// `over_relaxation` that suits the kind of body.
CycleParams cycle_params(const SolverParams& params, const SolveGoal& goal, double over_relaxation);

}  // namespace sinew
