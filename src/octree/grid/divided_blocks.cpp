#include "octree/grid/divided_blocks.h"

#include "base/parallel.h"
#include "octree/grid/pieces.h"

namespace sinew {

namespace {

constexpr Index kBlockBricks = 16;  // per parallel chunk
constexpr int kLooseShare = 20;     // a twentieth of a block may lie beside its largest part

// The voxels of a block.
BrickBits bits_of_block(const LatticePoint& lower, int level) {
  BrickBits bits{};
  const std::uint64_t row = (std::uint64_t(1) << (1 << level)) - 1;
  for (int z = lower.z; z < lower.z + (1 << level); ++z)
    for (int y = lower.y; y < lower.y + (1 << level); ++y) bits[z] |= row << (8 * y + lower.x);
  return bits;
}

// What of a brick lies in a block, and the links within it.
Brick part_of(const Brick& brick, const BrickBits& block) {
  Brick part{brick.place, brick.inside & block, {}};
  for (int axis = 0; axis < 3; ++axis)
    part.joined[axis] = brick.joined[axis] & block & bits_above(block, kNoBits, axis);
  return part;
}

BrickBits first_of(const BrickBits& bits) {
  BrickBits first{};
  for (int z = 0; z < kBrickSide; ++z)
    if (bits[z] != 0) {
      first[z] = bits[z] & (~bits[z] + 1);
      return first;
    }
  return first;
}

bool is_divided(const Brick& brick, const LatticePoint& lower, int level) {
  const Brick part = part_of(brick, bits_of_block(lower, level));
  int largest = 0, all = 0;
  for (BrickBits left = part.inside; left != kNoBits;) {
    const BrickBits connected = flooded(first_of(left), part);
    const int count = bit_count(connected);
    largest = std::max(largest, count), all += count;
    left = left & ~connected;
  }
  return kLooseShare * (all - largest) > 1 << (3 * level);
}

}  // namespace

SplitBlocks divided_blocks(const LinkedVoxels& voxels) {
  const std::size_t n = voxels.bricks().size();
  SplitBlocks split{std::vector<std::uint64_t>(n), std::vector<std::uint8_t>(n),
                    std::vector<std::uint8_t>(n)};
  parallel_for_each(n, kBlockBricks, [&](Index b) {
    const Brick& brick = voxels.bricks()[b];
    if (brick.inside == ~kNoBits) return;  // cuts are regarded elsewhere
    for (int i = 0; i < 64; ++i)
      if (is_divided(brick, 2 * LatticePoint{i & 3, i >> 2 & 3, i >> 4}, 1))
        split.of_level_1[b] |= std::uint64_t(1) << i;
    for (int i = 0; i < 8; ++i)
      if (is_divided(brick, 4 * corner_offset(i), 2))
        split.of_level_2[b] = static_cast<std::uint8_t>(split.of_level_2[b] | 1 << i);
    split.of_level_3[b] = is_divided(brick, {0, 0, 0}, 3) ? 1 : 0;
  });
  return split;
}

}  // namespace sinew
