#pragma once

#include "octree/surface/cube_set.h"

namespace sinew {

// Which cubes of the dual grid a line or a triangle passes through. Points are in voxels; integers are the
// centres of voxels.

// Adds the cubes that the line from a to b passes through or touches.
void add_cubes_along(const Vec3& a, const Vec3& b, std::vector<LatticePoint>& cubes);

// Inserts the cubes whose interior a triangle meets; not those that it only touches.
void insert_cubes_met(const std::array<Vec3, 3>& triangle, CubeSet& cubes);

}  // namespace sinew
