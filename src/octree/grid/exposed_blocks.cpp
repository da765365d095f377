#include "octree/grid/exposed_blocks.h"

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kBlockBricks = 16;  // per parallel chunk

// The voxels of a brick in the lowest or uppermost layer, along an axis, of the blocks of a level.
BrickBits layer(int axis, int level, bool upper) {
  const int side = 1 << level, at = upper ? side - 1 : 0;
  BrickBits bits{};
  for (int z = 0; z < kBrickSide; ++z)
    for (int y = 0; y < kBrickSide; ++y)
      for (int x = 0; x < kBrickSide; ++x) {
        const LatticePoint voxel{x, y, z};
        if ((voxel[axis] & (side - 1)) == at) set_bit(bits, voxel);
      }
  return bits;
}

struct Layers {
  BrickBits of[3][kBrickLevel][2];

  Layers() {
    for (int axis = 0; axis < 3; ++axis)
      for (int level = 1; level <= kBrickLevel; ++level)
        for (const bool upper : {false, true}) of[axis][level - 1][upper] = layer(axis, level, upper);
  }
};

const Layers& layers() {
  static const Layers all;
  return all;
}

// Blocks with a voxel of both sets, per level.
struct MixedBlocks {
  std::uint64_t of_level_1 = 0;
  std::uint8_t of_level_2 = 0, of_level_3 = 0;

  void add(const BrickBits& a, const BrickBits& b, int level) {
    if (a == kNoBits || b == kNoBits) return;
    const std::uint64_t in_a = blocks_of(a), in_b = blocks_of(b);
    if (level == 1) of_level_1 |= in_a & in_b;
    if (level == 2) of_level_2 = static_cast<std::uint8_t>(of_level_2 | (blocks_of(in_a) & blocks_of(in_b)));
    if (level == 3) of_level_3 = 1;
  }
};

MixedBlocks exposed_in(const LinkedVoxels& voxels, const Brick& brick) {
  MixedBlocks mixed;
  for (int level = 1; level <= kBrickLevel; ++level) mixed.add(brick.inside, ~brick.inside, level);
  for (int axis = 0; axis < 3; ++axis) {
    const Index below = voxels.brick_at(brick.place - unit_step(axis));
    const BrickBits joined_below =
        bits_below(brick.joined[axis], below < 0 ? kNoBits : voxels.bricks()[below].joined[axis], axis);
    for (const bool upper : {false, true}) {
      const BrickBits joined = brick.inside & (upper ? brick.joined[axis] : joined_below);
      const BrickBits loose = brick.inside & ~joined;
      if (loose == kNoBits) continue;
      for (int level = 1; level <= kBrickLevel; ++level) {
        const BrickBits& face = layers().of[axis][level - 1][upper];
        mixed.add(joined & face, loose & face, level);
      }
    }
  }
  return mixed;
}

}  // namespace

SplitBlocks exposed_blocks(const LinkedVoxels& voxels) {
  const std::size_t n = voxels.bricks().size();
  SplitBlocks split{std::vector<std::uint64_t>(n), std::vector<std::uint8_t>(n),
                    std::vector<std::uint8_t>(n)};
  parallel_for_each(n, kBlockBricks, [&](Index b) {
    const MixedBlocks mixed = exposed_in(voxels, voxels.bricks()[b]);
    split.of_level_1[b] = mixed.of_level_1;
    split.of_level_2[b] = mixed.of_level_2;
    split.of_level_3[b] = mixed.of_level_3;
  });
  return split;
}

}  // namespace sinew
