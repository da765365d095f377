// The rules of balanced_cells() for whole bricks at a time, as bit operations: first which voxels must be
// cells of their own, then level by level which blocks touch one that is split.

#include "octree/grid/split_blocks.h"

#include <algorithm>

#include "base/parallel.h"
#include "octree/grid/divided_blocks.h"
#include "octree/grid/exposed_blocks.h"

namespace sinew {

namespace {

constexpr Index kBlockBricks = 8;  // per parallel chunk

// The voxels at the ends of cut links, per axis of the link, if both ends are inside.
using CutEnds = std::array<BrickBits, 3>;

// A brick and its neighbours up and down an axis; missing ones are empty.
class BrickStar {
 public:
  BrickStar(const LinkedVoxels& voxels, const Brick& brick) : brick_(brick) {
    static const Brick kOutside{};
    for (int axis = 0; axis < 3; ++axis) {
      const Index below = voxels.brick_at(brick.place - unit_step(axis));
      const Index above = voxels.brick_at(brick.place + unit_step(axis));
      below_[axis] = below < 0 ? &kOutside : &voxels.bricks()[below];
      above_[axis] = above < 0 ? &kOutside : &voxels.bricks()[above];
    }
  }

  // Inside voxels with a link that is not joined.
  BrickBits loose() const {
    BrickBits held = brick_.inside;
    for (int axis = 0; axis < 3; ++axis) held = held & brick_.joined[axis] & joined_below(axis);
    return brick_.inside & ~held;
  }

  CutEnds cut_ends() const {
    CutEnds ends;
    for (int axis = 0; axis < 3; ++axis) {
      const BrickBits inside_above = bits_above(brick_.inside, above_[axis]->inside, axis);
      const BrickBits inside_below = bits_below(brick_.inside, below_[axis]->inside, axis);
      ends[axis] =
          brick_.inside & ((inside_above & ~brick_.joined[axis]) | (inside_below & ~joined_below(axis)));
    }
    return ends;
  }

 private:
  BrickBits joined_below(int axis) const {
    return bits_below(brick_.joined[axis], below_[axis]->joined[axis], axis);
  }

  const Brick& brick_;
  std::array<const Brick*, 3> below_{}, above_{};
};

// The ends of cut links that run perpendicular to the axis.
BrickBits ends_across(const CutEnds& ends, int axis) { return ends[(axis + 1) % 3] | ends[(axis + 2) % 3]; }

class LooseBlocks {
 public:
  LooseBlocks(const LinkedVoxels& voxels, bool coarse_boundary)
      : voxels_(voxels),
        coarse_boundary_(coarse_boundary),
        blocks_(voxels.bricks().size()),
        ends_(blocks_.size()),
        has_ends_(blocks_.size()) {}

  std::vector<std::uint64_t> find() {
    const Index n = static_cast<Index>(blocks_.size());
    parallel_for_each(n, kBlockBricks, [&](Index b) {
      const BrickStar star(voxels_, voxels_.bricks()[b]);
      const BrickBits loose = star.loose();
      if (loose == kNoBits) return;
      ends_[b] = star.cut_ends();
      blocks_[b] = blocks_of(coarse_boundary_ ? ends_[b][0] | ends_[b][1] | ends_[b][2] : loose);
      has_ends_[b] = ends_[b] != CutEnds{};
    });
    parallel_for_each(n, kBlockBricks, [&](Index b) { blocks_[b] |= blocks_of(beside_cuts(b)); });
    return std::move(blocks_);
  }

 private:
  // Inside voxels of brick b next to the end of a cut link that runs along their common face.
  BrickBits beside_cuts(Index b) const {
    const Brick& brick = voxels_.bricks()[b];
    BrickBits beside{};
    for (int axis = 0; axis < 3; ++axis) {
      const Index below = voxels_.brick_at(brick.place - unit_step(axis)),
                  above = voxels_.brick_at(brick.place + unit_step(axis));
      if (!has_ends(b) && !has_ends(below) && !has_ends(above)) continue;
      const BrickBits own = ends(b, axis);
      beside = beside | bits_below(own, ends(below, axis), axis) | bits_above(own, ends(above, axis), axis);
    }
    return beside & brick.inside;
  }
  bool has_ends(Index b) const { return b >= 0 && has_ends_[b] != 0; }
  BrickBits ends(Index b, int axis) const { return has_ends(b) ? ends_across(ends_[b], axis) : kNoBits; }

  const LinkedVoxels& voxels_;
  bool coarse_boundary_;
  std::vector<std::uint64_t> blocks_;
  std::vector<CutEnds> ends_;
  std::vector<std::uint8_t> has_ends_;
};

// The blocks set in `own` (4 x 4 x 4) or next to a set one along the axis; `below` and `above` are the
// neighbours.
std::uint64_t grown(std::uint64_t own, std::uint64_t below, std::uint64_t above, int axis) {
  constexpr std::uint64_t kLowest[3] = {0x1111111111111111, 0x000f000f000f000f, 0x000000000000ffff};
  const int step = 1 << (2 * axis), across = 3 * step;
  const std::uint64_t lowest = kLowest[axis], highest = lowest << across;
  return own | (own & ~lowest) >> step | (above & lowest) << across | (own & ~highest) << step |
         (below & highest) >> across;
}

// Calls visit(neighbour, brick or -1) for the 3 x 3 x 3 bricks around one, x fastest.
template <typename Visit>
void for_each_around(const LinkedVoxels& voxels, const LatticePoint& place, Visit&& visit) {
  int neighbour = 0;
  for (int z = -1; z <= 1; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x) visit(neighbour++, voxels.brick_at(place + LatticePoint{x, y, z}));
}

// The blocks of 4 x 4 x 4 that contain or touch a set block of 2 x 2 x 2.
std::uint8_t blocks_near(const LinkedVoxels& voxels, const LatticePoint& place,
                         const std::vector<std::uint64_t>& of_level_1) {
  std::uint64_t around[27], any = 0;
  for_each_around(voxels, place,
                  [&](int neighbour, Index b) { any |= around[neighbour] = b < 0 ? 0 : of_level_1[b]; });
  if (any == 0) return 0;
  std::uint64_t by_x[9], by_y[3];
  for (int i = 0; i < 9; ++i) by_x[i] = grown(around[3 * i + 1], around[3 * i], around[3 * i + 2], 0);
  for (int i = 0; i < 3; ++i) by_y[i] = grown(by_x[3 * i + 1], by_x[3 * i], by_x[3 * i + 2], 1);
  return blocks_of(grown(by_y[1], by_y[0], by_y[2], 2));
}

// Whether the brick contains or touches a set block of 4 x 4 x 4.
bool any_near(const LinkedVoxels& voxels, const LatticePoint& place,
              const std::vector<std::uint8_t>& of_level_2) {
  // Per coordinate of the neighbour: the blocks that touch, by x, y and z.
  constexpr std::uint8_t kTouching[3][3] = {{0xaa, 0xff, 0x55}, {0xcc, 0xff, 0x33}, {0xf0, 0xff, 0x0f}};
  unsigned any = 0;
  for_each_around(voxels, place, [&](int neighbour, Index b) {
    if (b < 0) return;
    any |= of_level_2[b] & kTouching[0][neighbour % 3] & kTouching[1][neighbour / 3 % 3] &
           kTouching[2][neighbour / 9];
  });
  return any != 0;
}

}  // namespace

std::uint64_t blocks_of(const BrickBits& voxels) {
  std::uint64_t blocks = 0;
  for (int z = 0; z < 4; ++z) {
    // Combine pairs along y and x, then compact every second bit of every second row.
    std::uint64_t w = voxels[2 * z] | voxels[2 * z + 1];
    w |= w >> 8;
    w = (w | w >> 1) & 0x0055005500550055;
    w = (w | w >> 1) & 0x0033003300330033;
    w = (w | w >> 2) & 0x000f000f000f000f;
    w = (w | w >> 12) & 0x000000ff000000ff;
    blocks |= ((w | w >> 24) & 0xffff) << (16 * z);
  }
  return blocks;
}

std::uint8_t blocks_of(std::uint64_t blocks) {
  std::uint64_t w = blocks | blocks >> 16;
  w |= w >> 4;
  w = (w | w >> 1) & 0x0000050500000505;
  w = (w | w >> 1) & 0x0000030300000303;
  w = (w | w >> 6) & 0x0000000f0000000f;
  return static_cast<std::uint8_t>(w | w >> 28);
}

SplitBlocks split_blocks(const LinkedVoxels& voxels, int coarsest, const RefinementMarks& marks) {
  const Index n = static_cast<Index>(voxels.bricks().size());
  SplitBlocks split;
  if (marks.coarse_boundary) split = marks.partly_filled ? divided_blocks(voxels) : exposed_blocks(voxels);
  const std::vector<std::uint64_t> loose = LooseBlocks(voxels, marks.coarse_boundary).find();
  split.of_level_1.resize(n), split.of_level_2.resize(n), split.of_level_3.resize(n);
  const auto marked = [](const auto& bits, Index b) { return bits.empty() ? 0 : bits[b]; };
  parallel_for_each(n, kBlockBricks, [&](Index b) {
    split.of_level_1[b] |= coarsest < 1 ? ~std::uint64_t(0) : loose[b] | marked(marks.to_level_0, b);
  });
  parallel_for_each(n, kBlockBricks, [&](Index b) {
    const unsigned near =
        coarsest < 2 ? 0xffU : blocks_near(voxels, voxels.bricks()[b].place, split.of_level_1);
    split.of_level_2[b] = static_cast<std::uint8_t>(split.of_level_2[b] | marked(marks.to_level_1, b) | near);
  });
  parallel_for_each(n, kBlockBricks, [&](Index b) {
    if (coarsest < 3 || marked(marks.to_level_2, b) != 0 ||
        any_near(voxels, voxels.bricks()[b].place, split.of_level_2))
      split.of_level_3[b] = 1;
  });
  return split;
}

}  // namespace sinew
