#pragma once

#include <span>
#include <vector>

#include "mesh/surface_mesh.h"

namespace sinew {

// For every triangle the first one over the same three vertices, turned either way; its own number, mostly.
std::vector<Index> first_copies(std::span<const Triangle> triangles);

struct DroppedDuplicates {
  Index copies = 0;     // of a triangle that stays
  Index cancelled = 0;  // of pairs back to back, of which none stays
};

// Leaves at most one of the triangles over the same three vertices, turned as most of them are, the first
// among equals. Where as many turn one way as the other, they bound nothing: such fins, which scan merging
// leaves behind, go altogether. They stay, as one triangle each, where the surface would gain a hole (at an
// odd number of triangles around an edge) or lose half of a component's area (a sheet modelled from both
// sides). No triangle may have a repeated corner.
DroppedDuplicates drop_duplicate_triangles(SurfaceMesh& mesh);

}  // namespace sinew
