#include "octree/hold_marks.h"

#include <algorithm>
#include <bitset>

#include "base/parallel.h"
#include "octree/grid/split_blocks.h"

namespace sinew {

namespace {

constexpr int kPoints = kBrickSide + 1;  // of a brick, along each axis

using RegionPoints = std::bitset<kPoints * kPoints * kPoints>;

int number_of(const LatticePoint& p) { return p.x + kPoints * (p.y + kPoints * p.z); }

// The points of a brick that a region has.
RegionPoints points_of(const LatticePoint& lower, const Region& region, const Lattice& lattice,
                       const Placement& placement) {
  std::vector<Vec3> points;
  for (int z = 0; z < kPoints; ++z)
    for (int y = 0; y < kPoints; ++y)
      for (int x = 0; x < kPoints; ++x)
        points.push_back(placement.point(lattice.point(lower + LatticePoint{x, y, z})));
  RegionPoints chosen;
  for (const Index p : points_in(region, points)) chosen.set(static_cast<std::size_t>(p));
  return chosen;
}

// Whether a region has some points of a block's voxels, but not whole faces.
bool has_parts(const Brick& brick, const LatticePoint& lower, int side, const RegionPoints& region,
               bool by_faces) {
  unsigned whole =
      by_faces ? 0x3f : 0;  // faces that it has: bits axis and 3 + axis of the lower and the upper one
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i < 8; ++i)
      if (!region.test(number_of(lower + side * corner_offset(i))))
        whole &= ~(1U << (axis + 3 * (i >> axis & 1)));
  for (int z = lower.z; z < lower.z + side; ++z)
    for (int y = lower.y; y < lower.y + side; ++y)
      for (int x = lower.x; x < lower.x + side; ++x) {
        if (!has_bit(brick.inside, {x, y, z})) continue;
        for (int i = 0; i < 8; ++i) {
          const LatticePoint point = LatticePoint{x, y, z} + corner_offset(i), inner = point - lower;
          bool is_on_whole = false;
          for (int axis = 0; axis < 3; ++axis)
            is_on_whole = is_on_whole || (inner[axis] == 0 && (whole >> axis & 1) != 0) ||
                          (inner[axis] == side && (whole >> (3 + axis) & 1) != 0);
          if (region.test(number_of(point)) != is_on_whole) return true;
        }
      }
  return false;
}

}  // namespace

RefinementMarks marks_of_holds(const LinkedVoxels& voxels, std::span<const RegionHold> holds,
                               const Placement& placement, bool by_faces) {
  const std::size_t n = voxels.bricks().size();
  RefinementMarks marks{std::vector<std::uint64_t>(n), std::vector<std::uint8_t>(n),
                        std::vector<std::uint8_t>(n)};
  parallel_for_each(n, 8, [&](Index b) {
    const Brick& brick = voxels.bricks()[b];
    for (const RegionHold& hold : holds) {
      const RegionPoints region =
          points_of(kBrickSide * brick.place, hold.region, voxels.lattice(), placement);
      if (region.none()) continue;
      for (int i = 0; i < 64; ++i) {
        const LatticePoint lower = 2 * LatticePoint{i & 3, i >> 2 & 3, i >> 4};
        if (has_parts(brick, lower, 2, region, by_faces)) marks.to_level_0[b] |= block_bit(lower);
      }
      for (int i = 0; i < 8; ++i)
        if (has_parts(brick, 4 * corner_offset(i), 4, region, by_faces))
          marks.to_level_1[b] = static_cast<std::uint8_t>(marks.to_level_1[b] | 1 << i);
      if (has_parts(brick, {0, 0, 0}, 8, region, by_faces)) marks.to_level_2[b] = 1;
    }
  });
  return marks;
}

}  // namespace sinew
