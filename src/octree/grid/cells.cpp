#include "octree/grid/cells.h"

#include <limits>

#include "base/parallel.h"
#include "octree/grid/split_blocks.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr Index kCellBricks = 8;  // per parallel chunk

// Writes the cells of one brick along the Morton curve.
class BrickCells {
 public:
  BrickCells(const Brick& brick, std::uint64_t split_1, unsigned split_2, bool split_3)
      : brick_(brick), split_1_(split_1), split_2_(split_2), split_3_(split_3) {}

  // Counts voxels of blocks that are split, blocks of 2 x 2 x 2 that are not split within one that is, and so
  // on.
  Index count() const {
    if (!split_3_) return 1;
    Index count = 0;
    const std::uint64_t inside_1 = blocks_of(brick_.inside) & ~split_1_;
    for (int i = 0; i < 8; ++i) {
      const std::uint64_t within = kEighth << eighth_shift(i);
      if ((split_2_ >> i & 1) == 0)
        count += (inside_1 & within) != 0;
      else
        count += std::popcount(inside_1 & within);
    }
    return count + voxel_count();
  }

  void write(CellPlace* places, std::array<std::uint16_t, kBrickVoxels>& in_brick) {
    places_ = places;
    in_brick_ = in_brick.data();
    if (!split_3_) return add<3>({0, 0, 0});
    in_brick.fill(Cells::kNone);
    for (int i = 0; i < 8; ++i) {
      const LatticePoint p = 4 * corner_offset(i);
      if ((split_2_ >> i & 1) == 0)
        add<2>(p);
      else
        for (int j = 0; j < 8; ++j) write_block(p + 2 * corner_offset(j));
    }
  }

 private:
  // The blocks of 2 x 2 x 2 in the first block of 4 x 4 x 4; those of the others are shifted by a number of
  // bits.
  static constexpr std::uint64_t kEighth = 0x0000000000330033;
  static int eighth_shift(int i) { return 2 * (i & 1) + 8 * (i >> 1 & 1) + 32 * (i >> 2); }

  // Inside voxels in blocks that are split.
  Index voxel_count() const {
    Index count = 0;
    for (int z = 0; z < kBrickSide; ++z) {
      // Expand one bit per block of this layer to two by two voxels.
      std::uint64_t w = split_1_ >> (16 * (z >> 1)) & 0xffff;
      w = (w | w << 24) & 0x000000ff000000ff;
      w = (w | w << 12) & 0x000f000f000f000f;
      w = (w | w << 2) & 0x0033003300330033;
      w = (w | w << 1) & 0x0055005500550055;
      w |= w << 1;
      count += std::popcount((w | w << 8) & brick_.inside[z]);
    }
    return count;
  }

  void write_block(const LatticePoint& p) {
    if ((split_1_ & block_bit(p)) == 0) return add<1>(p);
    for (int k = 0; k < 8; ++k) add<0>(p + corner_offset(k));
  }

  template <int kLevel>
  void add(const LatticePoint& p) {
    if (!any_inside<kLevel>(p)) return;
    const LatticePoint at = kBrickSide * brick_.place + p;
    places_[cell_] = {static_cast<std::uint16_t>(at.x), static_cast<std::uint16_t>(at.y),
                      static_cast<std::uint16_t>(at.z), kLevel};
    constexpr int kSide = 1 << kLevel;
    for (int z = p.z; z < p.z + kSide; ++z)
      for (int y = p.y; y < p.y + kSide; ++y)
        for (int x = p.x; x < p.x + kSide; ++x) in_brick_[x + 8 * y + 64 * z] = cell_;
    ++cell_;
  }

  template <int kLevel>
  bool any_inside(const LatticePoint& p) const {
    constexpr int kSide = 1 << kLevel;
    constexpr std::uint64_t kRow = (1U << kSide) - 1;
    std::uint64_t any = 0;
    for (int z = p.z; z < p.z + kSide; ++z)
      for (int y = p.y; y < p.y + kSide; ++y) any |= brick_.inside[z] >> (8 * y + p.x) & kRow;
    return any != 0;
  }

  const Brick& brick_;
  std::uint64_t split_1_;
  unsigned split_2_;
  bool split_3_;
  CellPlace* places_ = nullptr;
  std::uint16_t* in_brick_ = nullptr;
  std::uint16_t cell_ = 0;
};

void require_valid(const LinkedVoxels& voxels, int coarsest, const RefinementMarks& marks) {
  if (coarsest < 0 || coarsest > kBrickLevel)
    throw Error("the level of the coarsest cells must be between 0 and 3");
  const auto fits = [&](std::size_t size) { return size == 0 || size == voxels.bricks().size(); };
  if (!fits(marks.to_level_0.size()) || !fits(marks.to_level_1.size()) || !fits(marks.to_level_2.size()))
    throw Error("refinement marks belong to another lattice");
}

}  // namespace

Index Cells::at(const LinkedVoxels& voxels, const LatticePoint& voxel) const {
  const Index brick = voxels.brick_at(voxel >> kBrickLevel);
  return brick < 0 ? -1 : in(brick, voxel);
}

LatticePoint inside_voxel_near(const LinkedVoxels& voxels, const CellPlace& place,
                               const LatticePoint& voxel) {
  if (place.level == 0 || voxels.inside(voxel)) return voxel;
  LatticePoint nearest = voxel;
  std::int32_t least = std::numeric_limits<std::int32_t>::max();
  for (std::int32_t z = 0; z < place.side(); ++z)
    for (std::int32_t y = 0; y < place.side(); ++y)
      for (std::int32_t x = 0; x < place.side(); ++x) {
        const LatticePoint at = place.lower() + LatticePoint{x, y, z}, d = at - voxel;
        const std::int32_t squared = d.x * d.x + d.y * d.y + d.z * d.z;
        if (squared < least && voxels.inside(at)) least = squared, nearest = at;
      }
  return nearest;
}

Cells balanced_cells(const LinkedVoxels& voxels, int coarsest, const RefinementMarks& marks) {
  require_valid(voxels, coarsest, marks);
  const SplitBlocks split = split_blocks(voxels, coarsest, marks);
  const Index n = static_cast<Index>(voxels.bricks().size());
  const auto brick_cells = [&](Index b) {
    return BrickCells(voxels.bricks()[b], split.of_level_1[b], split.of_level_2[b], split.of_level_3[b] != 0);
  };
  Cells cells;
  cells.brick_start.resize(n + 1);
  cells.in_brick.resize(n);
  parallel_for_each(n, kCellBricks, [&](Index b) { cells.brick_start[b + 1] = brick_cells(b).count(); });
  for (Index b = 0; b < n; ++b) cells.brick_start[b + 1] += cells.brick_start[b];
  cells.places.resize(cells.brick_start[n]);
  parallel_for_each(n, kCellBricks, [&](Index b) {
    brick_cells(b).write(cells.places.data() + cells.brick_start[b], cells.in_brick[b]);
  });
  return cells;
}

}  // namespace sinew
