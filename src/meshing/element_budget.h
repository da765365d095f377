#pragma once

#include <functional>

#include "meshing/bcc_lattice.h"
#include "sinew/mesh/volume_mesh.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {

// Converts a number of elements to a size of elements.

// No solid can be filled with fewer.
constexpr Index kFewestTetrahedra = 20;
constexpr double kTetrahedraPerCube = 12;  // of the lattice (bcc_lattice.h)

// Throws Error if the surface has no inside, or if the elements are too few to fill any solid.
void require_budget(const SignedDistance& solid, Index target);

// The volume of the solid, accurate enough to guess a spacing from it.
double rough_volume(const SurfaceMesh& surface, const SignedDistance& solid);

// The most cubes that a lattice for this many elements may have: work and memory grow with the cubes, however
// few of them contain a part of the solid.
double most_cubes(Index target);
// The finest spacing at which a lattice over the box (BccLattice, with its extra layers) has no more than
// that.
double least_spacing(Index target, const Box3& box,
                     const std::array<Vec3, 3>& axes = BccLattice::identity_axes());

// Whether a lattice of that spacing can follow a solid of this volume: its cubes may not be much wider than
// 2 volume / area, the thickness of a plate (a third of a cube's side).
bool can_follow(const SurfaceMesh& surface, double volume, double spacing);

struct SizedMesh {
  VolumeMesh mesh;
  double spacing = 0;  // of the lattice it was made on
};

// Finds the lattice spacing at which make(spacing) has about `target` elements: their number falls with the
// cube of the spacing (its square around a plate, itself around a needle; seen after a long step), so that a
// few corrections are enough. Spacings below `least` are not tried. Returns no elements if the solid is so
// thin that two lattices miss it.
SizedMesh mesh_of_size(Index target, double spacing, double least,
                       const std::function<VolumeMesh(double)>& make);

}  // namespace sinew
