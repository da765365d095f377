#pragma once

#include <span>

#include "octree/grid/trilinear.h"
#include "sinew/base/geometry.h"

namespace sinew {

// Boxes of deformed cells [Dick11, fig. 3 and 4].

// The box of a cell, or of a part of one, given its corners: a trilinear map stays between its corners. A
// small margin covers rounding of points within.
Box3 deformed_box(const CornerValues& corners);

// The box of a one-voxel cell and the six links from its centre, as far as this cell's own map extends them
// to the next centres: twice as far as its faces.
Box3 deformed_box_with_links(const CornerValues& corners);

// Per brick, the box of all its cells; one-voxel cells include their links. `positions` are those of all
// vertices, including hanging ones.
std::vector<Box3> brick_boxes(const Cells& cells, const Vertices& vertices, std::span<const Vec3> positions);

}  // namespace sinew
