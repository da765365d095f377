#pragma once

#include "mesh/surface_mesh.h"
#include "shape/distance.h"

namespace sinew {

// The zero set of a distance as a closed, manifold, outward oriented surface of evenly sized triangles, their
// count within a few percent of the one asked for (a surface without area, or one of only dozens of
// triangles, may miss it). Vertices lie on the zero set; creases are rounded to about an edge's length.
// Features thinner than an edge may be lost. The same bits for any number of threads.
// Throws Error where the distance has no inside or no bounds.
SurfaceMesh polygonise(const Distance& distance, Index triangles);

// The part of the surface with the most triangles; loose crumbs are left out.
SurfaceMesh largest_component(const SurfaceMesh& mesh);

}  // namespace sinew
