#pragma once

#include <span>
#include <vector>

#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// The Delaunay tetrahedra of points: no point lies inside the sphere through another tetrahedron's corners. They
// fill about the convex hull: flat tetrahedra at the hull, whose spheres are larger than eight boxes around the
// points, are missing. Decisions are exact, on points rounded to 1e-6 of their box; points that coincide there
// with an earlier one get no element. Slivers are Delaunay, too: see fit_tetrahedra() (meshing/fitted_mesh.h).
std::vector<Tetrahedron> delaunay(std::span<const Vec3> points);

}  // namespace sinew
