#pragma once

#include "mesh/volume_mesh.h"
#include "meshing/signed_distance.h"

namespace sinew {

// Tetrahedra that fill the inside of a surface, with their boundary on it: for a solid that is not part of a
// hierarchy. Makes about `target` of them (within a quarter; usually a tenth). Tips of limbs thinner than an
// element are dropped instead of becoming loose pieces (crumbs.h). If this number of elements cannot follow
// the surface (a thin ring of 60 elements, a bicycle of 400) the result is a containing_mesh.
VolumeMesh tetrahedralize(const SurfaceMesh& surface, const SignedDistance& solid, Index target);

}  // namespace sinew
