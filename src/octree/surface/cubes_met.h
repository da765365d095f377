#pragma once

#include "octree/surface/cube_set.h"

namespace sinew {

// Which cubes of the dual grid a line or a triangle passes through; points are in voxels, whole numbers are
// the centres of voxels.

// Adds the cubes that the way from a to b leads through, and those that it touches.
void add_cubes_along(const Vec3& a, const Vec3& b, std::vector<LatticePoint>& cubes);

// Puts in the cubes that a triangle has points within; not those that it only touches.
void insert_cubes_met(const std::array<Vec3, 3>& triangle, CubeSet& cubes);

}  // namespace sinew
