#pragma once

#include "sinew/mesh/volume_mesh.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {

// Tetrahedra that fill the inside and contain every vertex of the surface, at rest, in their closure: one
// level of a hierarchy ([Otaduy07, sec. 4.1]). The boundary lies as tightly around the surface as the size of
// the elements allows. `variant` rotates and shifts the lattice, so that the levels of a hierarchy are not
// nested. If elements are few, several placements are tried and the tightest is kept. Dihedral angles in [14,
// 156]. Callers that must be certain that every vertex is contained have to check it (report_on,
// hierarchy.h): no vertex was left outside on any surface tried, but this is not proved.
VolumeMesh containing_mesh(const SurfaceMesh& surface, const SignedDistance& solid, Index target,
                           int variant = 0);

}  // namespace sinew
