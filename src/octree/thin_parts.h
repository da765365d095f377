#pragma once

#include "octree/grid/octree_grid.h"

namespace sinew {

// How many partly filled cells lie in parts of the body that are oblique to the grid and thinner than two cells. Those are
// too stiff in bending: 0.6 to 0.7 of a slab 1.2 cells thick at 15 degrees, whatever fields a cell has, until they are
// split.
Index count_thin_oblique(const OctreeGrid& grid);

}  // namespace sinew
