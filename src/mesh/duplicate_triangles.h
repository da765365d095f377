#pragma once

#include <span>
#include <vector>

#include "sinew/mesh/repair.h"

namespace sinew {

// For every triangle the first one over the same three vertices, in either orientation; usually its own
// index.
std::vector<Index> first_copies(std::span<const Triangle> triangles);

// Keeps at most one of the triangles over the same three vertices: the first with the orientation of the
// majority. If as many have one orientation as the other, they bound nothing: such fins, which scan merging
// leaves behind, are dropped. One triangle of each is kept if the surface would otherwise gain a hole (at an
// odd number of triangles around an edge) or lose half of a component's area (a sheet modelled from both
// sides). No triangle may have a repeated corner.
DroppedDuplicates drop_duplicate_triangles(SurfaceMesh& mesh);

}  // namespace sinew
