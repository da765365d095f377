#pragma once

#include "octree/surface/splitting_cubes.h"

namespace sinew {

// Moves the vertices of triangles that cross or touch to their safe places (safe_places.h), and those of triangles that
// do then, until none do: at the latest when all vertices are there. The result depends on the surface alone.
//
// Only triangles that may cross are looked at: those in cubes with several loops, with a vertex that has left one of its
// cubes, or with a triangle in a face, and those near them. All others are fans over one loop in the faces of a cube, which
// they do not leave. If triangles have no cubes (clipped_surface.h), all are looked at that have a vertex to be moved.
void untangle(SplitSurface& surface, const Lattice& lattice);

}  // namespace sinew
