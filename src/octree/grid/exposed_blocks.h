#pragma once

#include "octree/grid/split_blocks.h"

namespace sinew {

// Which blocks at the boundary of a body must be split although cells there may be larger than a voxel: those
// that are partly outside, and those with a face through which some links lead outside and others do not.
//
//     . . . .      The voxels (o) of the left block fill it, but only one of those above it is inside: the corner
//     . o . .      of that voxel's cell would hang in the middle of a face that is seen. It is split. The right
//     o o|o o      block is whole, and so are its faces.
//     o o|o o
//
// Neither balance nor cuts are regarded here.
SplitBlocks exposed_blocks(const LinkedVoxels& voxels);

}  // namespace sinew
