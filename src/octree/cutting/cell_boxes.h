#pragma once

#include <span>

#include "base/box3.h"
#include "octree/grid/trilinear.h"

namespace sinew {

// Boxes of deformed cells [Dick11, fig. 3 and 4].

// Of a cell, or a part of one, whose corners are there: a trilinear map stays between its corners. A little
// is added for what rounding does to points within.
Box3 deformed_box(const CornerValues& corners);

// Of a cell of one voxel and the six links from its centre on, as far as this cell's own map takes them to
// the next centres: twice as far as its faces.
Box3 deformed_box_with_links(const CornerValues& corners);

// Per brick, around all its cells, those of one voxel with their links. `positions` are those of the
// vertices, hanging ones too.
std::vector<Box3> brick_boxes(const Cells& cells, const Vertices& vertices, std::span<const Vec3> positions);

}  // namespace sinew
