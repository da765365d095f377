#pragma once

#include "mesh/volume_mesh.h"
#include "meshing/signed_distance.h"

namespace sinew {

// Tetrahedra that fill the inside and hold every vertex of the surface, at rest, in their closure: one level
// of a hierarchy ([Otaduy07, sec. 4.1]). The boundary lies as tight around the surface as the size of the
// elements allows. `variant` turns and shifts the lattice, so that the levels of a hierarchy are not nested.
// Several ways are tried where elements are few, and the tightest is taken. Dihedral angles in [14, 156].
// Whether every vertex is held is for the caller to check where it must be certain (report_on, hierarchy.h):
// none was left outside on any surface tried, but nothing here proves it.
VolumeMesh containing_mesh(const SurfaceMesh& surface, const SignedDistance& solid, Index target,
                           int variant = 0);

}  // namespace sinew
