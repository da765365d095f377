#pragma once

#include <span>
#include <vector>

#include "collision/contours.h"

namespace sinew {

// Per vertex of a surface that another one crosses: whether it is a corner of one of these crossing triangles, or
// inside of the other surface. Inside is what can be reached along edges from the inner ends of pierced edges
// without passing a pierced one. `side` is that of the surface in the piercings. A sheet has no inside.
std::vector<char> inner_vertices(const SurfaceState& surface, std::span<const Index> crossing,
                                 std::span<const Piercing> piercings, int side, bool is_sheet);

}  // namespace sinew
