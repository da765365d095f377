#pragma once

#include "mesh/surface_mesh.h"
#include "octree/grid/linked_voxels.h"

namespace sinew {

// Cubes of the given side (m) that cover the box, as many along each axis as it takes. The frame with a given
// number of cubes along the longest side is voxel_frame().
GridFrame spaced_frame(const Box3& box, double spacing);

// The voxels inside of a surface, and where it crosses their links [Dick11, sec. 4.1]. An inside end sees the
// first place where the link leaves the body, with the normal of the triangle there. Two inside voxels are
// not joined where the link between them leaves the body and comes back: a gap thinner than a voxel parts
// them. `solid` is made from `surface`, which may be dirty: inside is where its winding number says so, and
// where a link to the outside meets no triangle, the boundary is where that number falls to one half. Tips of
// limbs that voxels cannot hold together with the rest are left out (meshing/crumbs.h).
LinkedVoxels linked_voxels(const SurfaceMesh& surface, const SignedDistance& solid, const GridFrame& frame);

// A box of whole voxels, its faces being theirs: the boundary is half way, square to the links. `lower` is
// its lower corner.
LinkedVoxels linked_box(const Vec3& lower, double spacing, const std::array<Index, 3>& counts);

}  // namespace sinew
