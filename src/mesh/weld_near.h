#pragma once

#include "mesh/surface_mesh.h"

namespace sinew {

// Makes vertices no farther apart than `tolerance` one. Vertices are taken in order, each joining the nearest
// one that stays: none moves farther than the tolerance, and a second weld finds nothing to do. Returns how
// many vertices went. A tolerance below the spacing of doubles welds equal positions only.
Index weld_near_positions(SurfaceMesh& mesh, double tolerance);

}  // namespace sinew
