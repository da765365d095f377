#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "octree/grid/lattice.h"

namespace sinew {

// 8 x 8 x 8 voxels as bits: voxel (x, y, z) of the brick is bit x + 8 y of word z.
//
//     word z:   bit  0  1  2 ..  7     y = 0        A step along x moves bits by 1, along y by 8, along z by
//                    8  9 10 .. 15     y = 1        a word; bits that enter come from the neighbouring brick.
using BrickBits = std::array<std::uint64_t, kBrickSide>;

inline constexpr BrickBits kNoBits{};

inline int bit_of(const LatticePoint& voxel) { return 8 * (voxel.y & 7) + (voxel.x & 7); }
inline bool has_bit(const BrickBits& bits, const LatticePoint& voxel) {
  return bits[voxel.z & 7] >> bit_of(voxel) & 1;
}
inline void set_bit(BrickBits& bits, const LatticePoint& voxel) {
  bits[voxel.z & 7] |= std::uint64_t(1) << bit_of(voxel);
}
inline void clear_bit(BrickBits& bits, const LatticePoint& voxel) {
  bits[voxel.z & 7] &= ~(std::uint64_t(1) << bit_of(voxel));
}

// Per voxel of `own`: the bit of the next voxel up the axis; `above` is the next brick up that axis.
inline BrickBits bits_above(const BrickBits& own, const BrickBits& above, int axis) {
  constexpr std::uint64_t kLowestX = 0x0101010101010101;
  BrickBits result;
  for (int z = 0; z < kBrickSide; ++z) {
    if (axis == 0) result[z] = (own[z] & ~kLowestX) >> 1 | (above[z] & kLowestX) << 7;
    if (axis == 1) result[z] = own[z] >> 8 | above[z] << 56;
    if (axis == 2) result[z] = z + 1 < kBrickSide ? own[z + 1] : above[0];
  }
  return result;
}

// Per voxel of `own`: the bit of the next voxel down the axis; `below` is the next brick down that axis.
inline BrickBits bits_below(const BrickBits& own, const BrickBits& below, int axis) {
  constexpr std::uint64_t kLowestX = 0x0101010101010101;
  BrickBits result;
  for (int z = 0; z < kBrickSide; ++z) {
    if (axis == 0) result[z] = (own[z] << 1 & ~kLowestX) | (below[z] >> 7 & kLowestX);
    if (axis == 1) result[z] = own[z] << 8 | below[z] >> 56;
    if (axis == 2) result[z] = z > 0 ? own[z - 1] : below[kBrickSide - 1];
  }
  return result;
}

inline BrickBits operator&(BrickBits a, const BrickBits& b) {
  for (int z = 0; z < kBrickSide; ++z) a[z] &= b[z];
  return a;
}
inline BrickBits operator|(BrickBits a, const BrickBits& b) {
  for (int z = 0; z < kBrickSide; ++z) a[z] |= b[z];
  return a;
}
inline BrickBits operator~(BrickBits a) {
  for (std::uint64_t& word : a) word = ~word;
  return a;
}
inline int bit_count(const BrickBits& bits) {
  int count = 0;
  for (const std::uint64_t word : bits) count += std::popcount(word);
  return count;
}

// Calls visit(voxel) for every set bit, with coordinates within the brick, in the order of z, then y, then x.
template <typename Visit>
void for_each_bit(const BrickBits& bits, Visit&& visit) {
  for (int z = 0; z < kBrickSide; ++z)
    for (std::uint64_t word = bits[z]; word != 0; word &= word - 1) {
      const int bit = std::countr_zero(word);
      visit(LatticePoint{bit & 7, bit >> 3, z});
    }
}

}  // namespace sinew
