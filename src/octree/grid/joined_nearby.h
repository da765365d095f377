#pragma once

#include "octree/grid/linked_voxels.h"

namespace sinew {

// How far around a face of the dual grid, in voxels, a thin wall must be connected to be shown as one. For
// twenty walls of one voxel in various directions, 1 left 161 holes, 3 leaves 22.
inline constexpr int kWallReach = 3;

// Connections from one inside voxel to another nearby: within the box of the two, grown by `reach` voxels on
// all sides. The voxels must be near enough to each other (are_nearby).
bool are_nearby(const LatticePoint& a, const LatticePoint& b, int reach);

// Whether joined links connect them.
bool joined_nearby(const LinkedVoxels& voxels, const LatticePoint& a, const LatticePoint& b, int reach);
// Whether links that were joined before there were cuts connect them.
bool were_joined_nearby(const LinkedVoxels& voxels, const LatticePoint& a, const LatticePoint& b, int reach);

}  // namespace sinew
