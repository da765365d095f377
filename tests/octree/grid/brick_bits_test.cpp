#include "octree/grid/brick_bits.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "octree/grid/split_blocks.h"

namespace sinew {
namespace {

BrickBits random_bits(Random& random, std::uint32_t one_in) {
  BrickBits bits{};
  for (int v = 0; v < kBrickVoxels; ++v)
    if (random.below(one_in) == 0) set_bit(bits, {v & 7, v >> 3 & 7, v >> 6});
  return bits;
}

template <typename Visit>
void for_each_voxel(Visit&& visit) {
  for (int v = 0; v < kBrickVoxels; ++v) visit(LatticePoint{v & 7, v >> 3 & 7, v >> 6});
}

TEST(BrickBits, neighbours_along_an_axis_come_from_this_brick_or_the_next) {
  Random random(1);
  const BrickBits own = random_bits(random, 2), other = random_bits(random, 2);
  for (int axis = 0; axis < 3; ++axis) {
    const BrickBits above = bits_above(own, other, axis), below = bits_below(own, other, axis);
    for_each_voxel([&](const LatticePoint& v) {
      const LatticePoint next = v + unit_step(axis), last = v - unit_step(axis);
      EXPECT_EQ(has_bit(above, v), has_bit(next[axis] > 7 ? other : own, next));
      EXPECT_EQ(has_bit(below, v), has_bit(last[axis] < 0 ? other : own, last));
    });
  }
}

TEST(BrickBits, are_set_cleared_counted_and_visited_in_order) {
  Random random(2);
  BrickBits bits = random_bits(random, 3), again{};
  int visited = 0, last = -1;
  for_each_bit(bits, [&](const LatticePoint& v) {
    const int number = v.x + 8 * v.y + 64 * v.z;
    EXPECT_GT(number, last);
    last = number;
    set_bit(again, v);
    ++visited;
  });
  EXPECT_EQ(again, bits);
  EXPECT_EQ(bit_count(bits), visited);
  for_each_voxel([&](const LatticePoint& v) { clear_bit(bits, v); });
  EXPECT_EQ(bits, kNoBits);
}

TEST(BrickBits, blocks_are_set_where_one_of_their_voxels_is) {
  Random random(3);
  for (int trial = 0; trial < 20; ++trial) {
    const BrickBits bits = random_bits(random, 60);
    std::uint64_t blocks_1 = 0;
    unsigned blocks_2 = 0;
    for_each_bit(bits, [&](const LatticePoint& v) {
      blocks_1 |= block_bit(v);
      blocks_2 |= 1U << ((v.x >> 2) + 2 * (v.y >> 2) + 4 * (v.z >> 2));
    });
    EXPECT_EQ(blocks_of(bits), blocks_1);
    EXPECT_EQ(blocks_of(blocks_1), blocks_2);
  }
}

}  // namespace
}  // namespace sinew
