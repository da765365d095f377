#include "octree/cells.h"

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kBricks = 64;  // of a parallel chunk

// Which blocks must be split, per brick: of 2^3 voxels (bit x + 4 y + 16 z), of 4^3 (bit x + 2 y + 4 z), and
// the brick itself.
struct Splits {
  std::vector<std::uint64_t> of_level_1;
  std::vector<std::uint8_t> of_level_2, of_level_3;
};

std::uint64_t block_bit(const LatticePoint& voxel) {
  return std::uint64_t(1) << ((voxel.x >> 1 & 3) + 4 * (voxel.y >> 1 & 3) + 16 * (voxel.z >> 1 & 3));
}

// A voxel with a link that is not joined.
bool is_loose(const LinkedVoxels& voxels, const LatticePoint& voxel) {
  for (int axis = 0; axis < 3; ++axis)
    if (!voxels.joined(voxel, axis) || !voxels.joined(voxel - unit_step(axis), axis)) return true;
  return false;
}

// A voxel beside a cut link that runs along their common face.
bool is_beside_cut(const LinkedVoxels& voxels, const LatticePoint& voxel) {
  for (int axis = 0; axis < 3; ++axis)
    for (const LatticePoint& step : {unit_step(axis), -1 * unit_step(axis)}) {
      const LatticePoint beside = voxel + step;
      if (!voxels.inside(beside)) continue;
      for (int along = 0; along < 3; ++along) {
        if (along == axis) continue;
        const LatticePoint next = beside + unit_step(along), last = beside - unit_step(along);
        if (voxels.inside(next) && !voxels.joined(beside, along)) return true;
        if (voxels.inside(last) && !voxels.joined(last, along)) return true;
      }
    }
  return false;
}

std::uint64_t blocks_to_split(const LinkedVoxels& voxels, const Brick& brick) {
  std::uint64_t blocks = 0;
  for (int v = 0; v < kBrickVoxels; ++v) {
    const LatticePoint voxel = kBrickSide * brick.place + LatticePoint{v & 7, v >> 3 & 7, v >> 6};
    const std::uint64_t bit = block_bit(voxel);
    if ((blocks & bit) != 0 || !has_bit(brick.inside, voxel)) continue;
    if (is_loose(voxels, voxel) || is_beside_cut(voxels, voxel)) blocks |= bit;
  }
  return blocks;
}

// Whether a block next to block `place` of `level` voxels-per-side exponent, or itself, must be split.
template <typename IsSplit>
bool any_near(const LatticePoint& lower, const LatticePoint& upper, IsSplit&& is_split) {
  for (int z = lower.z; z <= upper.z; ++z)
    for (int y = lower.y; y <= upper.y; ++y)
      for (int x = lower.x; x <= upper.x; ++x)
        if (is_split(LatticePoint{x, y, z})) return true;
  return false;
}

Splits splits_of(const LinkedVoxels& voxels, int coarsest, const RefinementMarks& marks) {
  const Index n = static_cast<Index>(voxels.bricks().size());
  Splits splits{std::vector<std::uint64_t>(n), std::vector<std::uint8_t>(n), std::vector<std::uint8_t>(n)};
  const auto level_1_split = [&](const LatticePoint& block) {
    const Index b = voxels.brick_at(block >> 2);
    return b >= 0 && (splits.of_level_1[b] & block_bit(2 * block)) != 0;
  };
  const auto level_2_split = [&](const LatticePoint& block) {
    const Index b = voxels.brick_at(block >> 1);
    return b >= 0 && (splits.of_level_2[b] >> ((block.x & 1) + 2 * (block.y & 1) + 4 * (block.z & 1)) & 1);
  };
  const LatticePoint ones{1, 1, 1};
  parallel_for(n, kBricks, [&](Index begin, Index end) {
    for (Index b = begin; b < end; ++b) {
      splits.of_level_1[b] = coarsest < 1 ? ~std::uint64_t(0) : blocks_to_split(voxels, voxels.bricks()[b]);
      if (!marks.to_level_0.empty()) splits.of_level_1[b] |= marks.to_level_0[b];
    }
  });
  parallel_for(n, kBricks, [&](Index begin, Index end) {
    for (Index b = begin; b < end; ++b) {
      if (!marks.to_level_1.empty()) splits.of_level_2[b] = marks.to_level_1[b];
      for (int i = 0; i < 8; ++i) {
        const LatticePoint lower = 4 * voxels.bricks()[b].place + 2 * corner_offset(i);
        if (coarsest < 2 || any_near(lower - ones, lower + 2 * ones, level_1_split))
          splits.of_level_2[b] |= static_cast<std::uint8_t>(1 << i);
      }
    }
  });
  parallel_for(n, kBricks, [&](Index begin, Index end) {
    for (Index b = begin; b < end; ++b) {
      const LatticePoint lower = 2 * voxels.bricks()[b].place;
      splits.of_level_3[b] = coarsest < 3 || any_near(lower - ones, lower + 2 * ones, level_2_split);
    }
  });
  return splits;
}

// Visits the leaves of one brick along the Morton curve.
template <typename Visit>
void for_each_leaf(const Brick& brick, std::uint64_t split_1, unsigned split_2, bool split_3, Visit&& visit) {
  const LatticePoint lower = kBrickSide * brick.place;
  const auto visit_inside = [&](const LatticePoint& p, int level) {
    if (has_bit(brick.inside, p)) visit(p, level);
  };
  if (!split_3) return visit_inside(lower, 3);
  for (int i = 0; i < 8; ++i) {
    const LatticePoint p = lower + 4 * corner_offset(i);
    if (!(split_2 >> i & 1)) {
      visit_inside(p, 2);
      continue;
    }
    for (int j = 0; j < 8; ++j) {
      const LatticePoint q = p + 2 * corner_offset(j);
      if ((split_1 & block_bit(q)) == 0) {
        visit_inside(q, 1);
        continue;
      }
      for (int k = 0; k < 8; ++k) visit_inside(q + corner_offset(k), 0);
    }
  }
}

}  // namespace

Index Cells::at(const LinkedVoxels& voxels, const LatticePoint& voxel) const {
  const Index brick = voxels.brick_at(voxel >> kBrickLevel);
  return brick < 0 ? -1 : in(brick, voxel);
}

Cells balanced_cells(const LinkedVoxels& voxels, int coarsest, const RefinementMarks& marks) {
  const Splits splits = splits_of(voxels, coarsest, marks);
  const Index n = static_cast<Index>(voxels.bricks().size());
  Cells cells;
  cells.brick_start.assign(n + 1, 0);
  cells.in_brick.resize(n);
  const auto leaves_of = [&](Index b, auto&& visit) {
    for_each_leaf(voxels.bricks()[b], splits.of_level_1[b], splits.of_level_2[b], splits.of_level_3[b],
                  visit);
  };
  parallel_for(n, kBricks, [&](Index begin, Index end) {
    for (Index b = begin; b < end; ++b)
      leaves_of(b, [&](const LatticePoint&, int) { ++cells.brick_start[b + 1]; });
  });
  for (Index b = 0; b < n; ++b) cells.brick_start[b + 1] += cells.brick_start[b];
  cells.places.resize(cells.brick_start[n]);
  parallel_for(n, kBricks, [&](Index begin, Index end) {
    for (Index b = begin; b < end; ++b) {
      cells.in_brick[b].fill(Cells::kNone);
      std::uint16_t cell = 0;
      leaves_of(b, [&](const LatticePoint& p, int level) {
        cells.places[cells.brick_start[b] + cell] = {
            static_cast<std::uint16_t>(p.x), static_cast<std::uint16_t>(p.y), static_cast<std::uint16_t>(p.z),
            static_cast<std::uint8_t>(level)};
        const int side = 1 << level;
        for (int z = p.z & 7; z < (p.z & 7) + side; ++z)
          for (int y = p.y & 7; y < (p.y & 7) + side; ++y)
            for (int x = p.x & 7; x < (p.x & 7) + side; ++x) cells.in_brick[b][x + 8 * y + 64 * z] = cell;
        ++cell;
      });
    }
  });
  return cells;
}

}  // namespace sinew
