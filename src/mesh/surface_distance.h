#pragma once

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// How far the points of one surface are from the other at most: an upper bound, proven and not sampled, that exceeds
// the true distance by a twenty-fifth of it at most, unless it is below `negligible`, in the unit of the meshes. It is
// no metric: a part of `to` may be far from all of `of`. Both must have triangles.
double largest_distance(const SurfaceMesh& of, const SurfaceMesh& to, double negligible);

}  // namespace sinew
