#pragma once

#include "octree/grid/split_blocks.h"

namespace sinew {

// Which blocks must be split although cells may be partly filled: those whose voxels are not connected within them,
//
//     o o . o      The left block is one cell, 3 of 4 filled. The right one has two parts, which one cell would fuse.
//     o .|o .      What is beside the largest part does not count up to a twentieth of the block: it follows the cell.
//
// Neither balance nor cuts are regarded here.
SplitBlocks divided_blocks(const LinkedVoxels& voxels);

}  // namespace sinew
