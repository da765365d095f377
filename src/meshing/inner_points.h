#pragma once

#include <span>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

class SignedDistance;  // sinew/meshing/signed_distance.h

// Points inside a closed surface, as far apart as its edges are long near it, and farther by `growth` times their
// depth below it: centres and corners of an octree. None is nearer to the surface than half an edge there.
std::vector<Vec3> inner_points(const SurfaceMesh& surface, const SignedDistance& solid, double growth);

}  // namespace sinew
