#pragma once

#include "octree/grid/linked_voxels.h"

namespace sinew {

// How far around a face of the dual grid a thin wall must hold together to be shown as one, in voxels. Of
// twenty walls of one voxel in any direction 1 left 161 pits, 3 leaves 22.
inline constexpr int kWallReach = 3;

// What leads from one inside voxel to another nearby: within the box of the two, grown by `reach` voxels on
// all sides. The voxels must be near enough to each other.
bool are_nearby(const LatticePoint& a, const LatticePoint& b, int reach);

// Whether joined links do.
bool joined_nearby(const LinkedVoxels& voxels, const LatticePoint& a, const LatticePoint& b, int reach);
// Whether links did that were joined before there were cuts.
bool were_joined_nearby(const LinkedVoxels& voxels, const LatticePoint& a, const LatticePoint& b, int reach);

}  // namespace sinew
