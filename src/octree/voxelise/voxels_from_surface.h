#pragma once

#include "octree/grid/linked_voxels.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// The voxels inside of a surface, and where it crosses their links [Dick11, sec. 4.1]. An inside end sees the
// first place where the link leaves the body, with the normal of the triangle there. Two inside voxels are
// not joined if the link between them leaves the body and comes back: a gap thinner than a voxel separates
// them. `solid` is made from `surface`, which may be dirty: the winding number decides what is inside, and if
// a link to the outside meets no triangle, the boundary is where the winding number falls to one half. Tips
// of limbs too thin to be connected to the rest by voxels are left out (meshing/crumbs.h).
LinkedVoxels linked_voxels(const SurfaceMesh& surface, const SignedDistance& solid, const GridFrame& frame);

// A box of whole voxels: the boundary is half way along the links and perpendicular to them. `lower` is its
// lower corner.
LinkedVoxels linked_box(const Vec3& lower, double spacing, const std::array<Index, 3>& counts);

}  // namespace sinew
