#pragma once

#include "mesh/volume_mesh.h"
#include "meshing/signed_distance.h"

namespace sinew {

// No solid can be filled with fewer.
constexpr Index kFewestTetrahedra = 20;

// Tetrahedra that fill the inside of a surface, their boundary on it: for a solid seen by itself. About
// `target` of them (within a quarter; a tenth as a rule). Tips of limbs thinner than an element are left out
// rather than float beside it (crumbs.h). Where so few cannot follow the surface (a thin ring of 60
// elements, a bicycle of 400) the result is a containing_mesh.
VolumeMesh tetrahedralize(const SurfaceMesh& surface, const SignedDistance& solid, Index target);

// Tetrahedra that fill the inside and hold every vertex of the surface, at rest, in their closure: one level
// of a hierarchy ([Otaduy07, sec. 4.1]). The boundary lies as tight around the surface as the size of the
// elements allows. `variant` turns and shifts the lattice, so that the levels of a hierarchy are not nested.
// Several ways are tried where elements are few, and the tightest is taken. Dihedral angles in [14, 156].
VolumeMesh containing_mesh(const SurfaceMesh& surface, const SignedDistance& solid, Index target,
                           int variant = 0);

}  // namespace sinew
