#pragma once

#include <functional>

#include "mesh/volume_mesh.h"
#include "meshing/bcc_lattice.h"
#include "meshing/signed_distance.h"

namespace sinew {

// How a number of elements becomes a size of elements.

// No solid can be filled with fewer.
constexpr Index kFewestTetrahedra = 20;
constexpr double kTetrahedraPerCube = 12;  // of the lattice (bcc_lattice.h)

// Throws Error for a surface without an inside, and for too few elements to fill any.
void require_budget(const SignedDistance& solid, Index target);

// The volume of the solid, good enough to guess a spacing from.
double rough_volume(const SurfaceMesh& surface, const SignedDistance& solid);

// Cubes that a lattice for so many elements may have: work and memory grow with them, however few of them
// hold a part of the solid.
double most_cubes(Index target);
// The finest spacing at which a lattice over the box (BccLattice, its spare layers counted) has no more.
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
// few corrections are enough. Spacings below `least` are not tried. Gives up, with no elements, on what is
// too thin to be found by two lattices.
SizedMesh mesh_of_size(Index target, double spacing, double least,
                       const std::function<VolumeMesh(double)>& make);

}  // namespace sinew
