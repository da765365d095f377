#pragma once

#include "mesh/triangle_tree.h"
#include "octree/surface/splitting_cubes.h"

namespace sinew {

// Moves the bends of the splitting-cubes surface onto the surface that the voxels were made from.
//
//         x          x : where the planes of two links meet, which is right for an edge. Around a limb of a
//       .-o-.        voxel or two they meet beyond it, by half a voxel where its radius is one.
//      /     \       o : the nearest point of the surface: the same for an edge, on the boundary for a limb
//
// Moved are points in cubes and on faces where nothing but the body's own boundary meets, by less than a
// voxel, unless a triangle would turn over. `voxel`: the side of a voxel, m.
void snap_to_boundary(SplitSurface& surface, const TriangleTree& boundary, double voxel);

}  // namespace sinew
