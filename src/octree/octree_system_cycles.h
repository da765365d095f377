#pragma once

#include "octree/octree_system.h"

namespace sinew {

// The system without matrices on the finest level, for methods with cycles: residuals in double from the
// cells, cycles in single precision.
std::unique_ptr<OctreeSystem> make_cycling_system(const OctreeRest& rest, FinestLevel& finest,
                                                  CoarseSolver& coarse, const SolverParams& params);

}  // namespace sinew
