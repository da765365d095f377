#pragma once

#include "octree/grid/split_blocks.h"

namespace sinew {

// Which blocks must be split although cells may be partly filled: those whose voxels are not connected within them,
//
//     o o . o      The left block is one cell, 3 of 4 filled. The right one has two parts, which one cell would fuse.
//     o .|o .      The parts may come to be of different pieces of the body, which must share no vertices.
//
// Neither balance nor cuts are regarded here.
SplitBlocks divided_blocks(const LinkedVoxels& voxels);

}  // namespace sinew
