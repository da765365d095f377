#pragma once

#include "shape/distance.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// The zero set of a distance as a closed, manifold, outward oriented surface of evenly sized triangles, their
// count within a few percent of the one asked for (boxy bodies of few triangles may miss it by more).
// Vertices lie on the zero set, except at tips, slits and gaps narrower than an edge, which are rounded,
// closed or lost; creases are rounded to about an edge's length. The same bits for any number of threads.
// Throws Error if the distance has no inside or no bounds.
SurfaceMesh polygonise(const Distance& distance, Index triangles);

// The part of the surface with the most triangles; loose crumbs are left out.
SurfaceMesh largest_component(const SurfaceMesh& mesh);

}  // namespace sinew
