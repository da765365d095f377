#pragma once

#include "octree/solver/octree_system.h"

namespace sinew {

// The system without matrices on the finest level, for methods with cycles: residuals in double from the
// cells, cycles in single precision.
std::unique_ptr<OctreeSystem> make_multigrid_system(const OctreeRest& rest, CellOperator& finest,
                                                    CoarseLevels& coarse, const SolverParams& params);

}  // namespace sinew
