#pragma once

#include "mesh/triangle_tree.h"
#include "octree/surface/splitting_cubes.h"

namespace sinew {

// Moves the bends of the splitting-cubes surface onto the surface from which the voxels were made.
//
//         x          x : where the planes of two links meet, which is right for an edge. Around a limb of a
//       .-o-.        voxel or two they meet beyond it, by half a voxel if its radius is one.
//      /     \       o : the nearest point of the surface: the same for an edge, on the boundary for a limb
//
// Moves points in cubes and on faces where only the body's own boundary meets, by less than a voxel, unless a
// triangle would flip. `voxel`: the side of a voxel, m.
void snap_to_boundary(SplitSurface& surface, const TriangleTree& boundary, double voxel);

}  // namespace sinew
