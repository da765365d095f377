#pragma once

#include "octree/grid/cells.h"

namespace sinew {

// Which blocks of voxels balanced_cells() must split, per brick in the order of LinkedVoxels::bricks(). A
// block that is not split is entirely inside or entirely outside, unless cells may be partly filled.
struct SplitBlocks {
  std::vector<std::uint64_t> of_level_1;  // of 2 x 2 x 2 voxels: bit x + 4 y + 16 z
  std::vector<std::uint8_t> of_level_2;   // of 4 x 4 x 4: bit x + 2 y + 4 z
  std::vector<std::uint8_t> of_level_3;   // the brick itself: 0 or 1
};

// `coarsest` and `marks` are as for balanced_cells().
SplitBlocks split_blocks(const LinkedVoxels& voxels, int coarsest, const RefinementMarks& marks);

// The blocks of 2 x 2 x 2 with a set voxel, and those of 4 x 4 x 4 with a set block.
std::uint64_t blocks_of(const BrickBits& voxels);
std::uint8_t blocks_of(std::uint64_t blocks);

// The bit of the block of 2 x 2 x 2 around a voxel.
inline std::uint64_t block_bit(const LatticePoint& voxel) {
  return std::uint64_t(1) << ((voxel.x >> 1 & 3) + 4 * (voxel.y >> 1 & 3) + 16 * (voxel.z >> 1 & 3));
}

}  // namespace sinew
