#pragma once

#include "body/frame.h"

namespace sinew {

// The boundary of the hexahedra of an octree, over all nodes, outward oriented: faces of cells of level 0
// that no other cell has. A smaller cell's face on that of a larger one is none; only cells of level 0 are at
// the boundary.
std::vector<Triangle> cell_boundary(const FrameElements& elements);

}  // namespace sinew
