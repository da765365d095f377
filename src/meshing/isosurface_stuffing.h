#pragma once

#include "meshing/bcc_lattice.h"
#include "meshing/solid_field.h"
#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// Fills a solid with well-shaped tetrahedra: the lattice inside, cut along the zero set of the field, with
// lattice nodes near the zero set pulled onto it first so that no cut leaves a sliver.
// [Labelle, Shewchuk: Isosurface Stuffing, 2007], uniform lattice. Dihedral angles stay between about 11
// and 160 degrees for any field. Elements and nodes come in the lattice's order.
// `tolerance` is how exactly the boundary follows the zero set, in parts of a lattice edge.
VolumeMesh stuff(const SolidField& field, const BccLattice& lattice, double tolerance = 4e-3);

// The same from values at the lattice's nodes (lattice_values.h) that are known already.
VolumeMesh stuff(const SolidField& field, const BccLattice& lattice, const std::vector<double>& values,
                 double tolerance = 4e-3);

}  // namespace sinew
