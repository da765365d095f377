#pragma once

#include "octree/cell_levels.h"
#include "octree/octree_system.h"

namespace sinew {

// The system without matrices on the finest level, for methods with cycles: residuals in double from the
// cells, cycles in single precision. There must be a level besides the finest.
std::unique_ptr<OctreeSystem> make_cycling_system(const OctreeRest& rest, FinestLevel& finest,
                                                  CellLevels levels, const SolverParams& params);

}  // namespace sinew
