#pragma once

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// Whether an open surface looks like a sheet (cloth, a shell) and not like a solid with holes in it: most of
// its area belongs to connected parts with a hole as wide as they are. A flat sheet has a border of at least
// sqrt(4 pi area), half a sphere one of sqrt(2 pi area), which is the threshold. However many small holes a
// scan has, they do not add up to a border.
bool is_sheet(const SurfaceMesh& mesh);

}  // namespace sinew
