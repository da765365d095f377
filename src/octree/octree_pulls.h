#pragma once

#include "octree/grid/octree_grid.h"
#include "sinew/body/body.h"

namespace sinew {

// The same pull, on unknowns only.
Pull by_unknowns(const Pull& pull, const Vertices& vertices);

// The same pull, on the vertices of another grid over the same voxels.
Pull carried_over(const Pull& pull, const OctreeGrid& from, const OctreeGrid& to);

}  // namespace sinew
