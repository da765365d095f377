#pragma once

#include "octree/grid/vertices.h"
#include "octree/surface/splitting_cubes.h"
#include "sinew/embed/embedding.h"

namespace sinew {

// Binds each point to the cell around its voxel, which must be inside: trilinear in that cell, or
// extrapolated from it. The nodes are the eight vertices at the cell's corners, including hanging ones.
Embedding bind_to_cells(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                        std::span<const Vec3> points, std::span<const LatticePoint> voxel_of_point);

// Binds each vertex of the surface to the cell on its own side of the cuts [Dick11, sec. 7].
Embedding bind_surface(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                       const SplitSurface& surface);

}  // namespace sinew
