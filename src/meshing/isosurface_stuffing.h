#pragma once

#include "mesh/volume_mesh.h"
#include "meshing/bcc_lattice.h"
#include "meshing/solid_field.h"

namespace sinew {

// Fills a solid with well-shaped tetrahedra: the lattice inside, cut along the zero set of the field, with
// lattice nodes near the zero set pulled onto it first so that no cut leaves a sliver.
// [Labelle, Shewchuk: Isosurface Stuffing, 2007], uniform lattice. Dihedral angles stay between about 11
// and 160 degrees for any field. Elements and nodes come in the lattice's order.
VolumeMesh stuff(const SolidField& field, const BccLattice& lattice);

}  // namespace sinew
