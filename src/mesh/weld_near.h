#pragma once

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// Merges vertices no farther apart than `tolerance`. Vertices are processed in order; each joins the nearest
// one that stays, so that none moves farther than the tolerance, and a second weld finds nothing to do.
// Returns how many vertices were removed. A tolerance below the spacing of doubles welds equal positions
// only.
Index weld_near_positions(SurfaceMesh& mesh, double tolerance);

}  // namespace sinew
