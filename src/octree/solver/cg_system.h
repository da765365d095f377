#pragma once

#include "octree/solver/octree_system.h"

namespace sinew {

// The system without matrices, solved by conjugate gradients with the inverted 3 x 3 blocks of the diagonal.
std::unique_ptr<OctreeSystem> make_cg_system(const OctreeRest& rest, CellOperator& finest,
                                             const SolverParams& params);

}  // namespace sinew
