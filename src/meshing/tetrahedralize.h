#pragma once

#include "mesh/volume_mesh.h"
#include "meshing/signed_distance.h"

namespace sinew {

// Tetrahedra that fill the inside of a surface, their boundary on it: for a solid seen by itself. About
// `target` of them (within a quarter; a tenth as a rule). Tips of limbs thinner than an element are left out
// rather than float beside it (crumbs.h). Where so few cannot follow the surface (a thin ring of 60
// elements, a bicycle of 400) the result is a containing_mesh.
VolumeMesh tetrahedralize(const SurfaceMesh& surface, const SignedDistance& solid, Index target);

}  // namespace sinew
