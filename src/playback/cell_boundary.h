#pragma once

#include "sinew/body/frame.h"

namespace sinew {

// The boundary of the hexahedra of an octree, over all nodes, oriented outward: faces of cells of level 0
// that no other cell shares. A smaller cell's face on that of a larger one does not count; only cells of
// level 0 are at the boundary.
std::vector<Triangle> cell_boundary(const FrameElements& elements);

}  // namespace sinew
