// Finds pieces in two steps. Within a brick, parts are found by flooding its bits along joined links, all
// rows of an axis at once; nearly every brick has one part. Then parts that are joined across bricks are
// united.

#include "octree/grid/pieces.h"

#include "base/parallel.h"
#include "mesh/disjoint_sets.h"

namespace sinew {

namespace {

constexpr Index kPieceBricks = 64;  // per parallel chunk
constexpr Index kPieceCells = 8192;

// Floods up and down rows of eight bits that are `step` apart: bit i of `joined` is the link from i to i +
// step. Composing links of two and four steps takes three rounds instead of seven.
std::uint64_t flooded(std::uint64_t bits, std::uint64_t joined, int step) {
  const std::uint64_t joined_2 = joined & joined >> step, joined_4 = joined_2 & joined_2 >> (2 * step);
  bits |= (bits & joined) << step;
  bits |= (bits & joined_2) << (2 * step);
  bits |= (bits & joined_4) << (4 * step);
  bits |= bits >> step & joined;
  bits |= bits >> (2 * step) & joined_2;
  bits |= bits >> (4 * step) & joined_4;
  return bits;
}

}  // namespace

BrickBits flooded(BrickBits bits, const Brick& brick) {
  constexpr std::uint64_t kHighestX = 0x8080808080808080;
  BrickBits before;
  do {
    before = bits;
    for (int z = 0; z < kBrickSide; ++z) {
      bits[z] = flooded(bits[z], brick.joined[0][z] & ~kHighestX, 1);
      bits[z] = flooded(bits[z], brick.joined[1][z], kBrickSide);
      if (z + 1 < kBrickSide) bits[z + 1] |= bits[z] & brick.joined[2][z];
    }
    for (int z = kBrickSide - 2; z >= 0; --z) bits[z] |= bits[z + 1] & brick.joined[2][z];
  } while (bits != before);
  return bits;
}

namespace {

void append_parts(const Brick& brick, std::span<const CellPlace> places, std::vector<BrickBits>& parts) {
  BrickBits left = brick.inside;
  for (const CellPlace& place : places) {
    if (left == kNoBits) return;
    if (!has_bit(left, place.lower())) continue;
    BrickBits seed{};
    set_bit(seed, place.lower());
    parts.push_back(flooded(seed, brick));
    left = left & ~parts.back();
  }
}

std::span<const CellPlace> places_in(const Cells& cells, Index brick) {
  return std::span(cells.places)
      .subspan(cells.brick_start[brick], cells.brick_start[brick + 1] - cells.brick_start[brick]);
}

BrickParts parts_of(const LinkedVoxels& voxels, const Cells& cells) {
  const Index n = static_cast<Index>(voxels.bricks().size());
  BrickParts parts;
  parts.brick_start.resize(n + 1);
  std::vector<std::vector<BrickBits>> chunks((n + kPieceBricks - 1) / kPieceBricks);
  parallel_for(n, kPieceBricks, [&](Index begin, Index end) {
    auto& chunk = chunks[begin / kPieceBricks];
    for (Index b = begin; b < end; ++b) {
      const std::size_t before = chunk.size();
      append_parts(voxels.bricks()[b], places_in(cells, b), chunk);
      parts.brick_start[b + 1] = static_cast<Index>(chunk.size() - before);
    }
  });
  for (Index b = 0; b < n; ++b) parts.brick_start[b + 1] += parts.brick_start[b];
  for (const auto& chunk : chunks) parts.voxels.insert(parts.voxels.end(), chunk.begin(), chunk.end());
  return parts;
}

// Unites parts that are joined across the upper faces of brick b.
void unite_upward(const LinkedVoxels& voxels, Index b, const BrickParts& parts, DisjointSets& sets) {
  const Brick& brick = voxels.bricks()[b];
  for (int axis = 0; axis < 3; ++axis) {
    const Index above = voxels.brick_at(brick.place + unit_step(axis));
    if (above < 0) continue;
    for (Index p = parts.brick_start[b]; p < parts.brick_start[b + 1]; ++p) {
      // The voxels of the brick above that this part is joined to.
      const BrickBits reached = bits_below(kNoBits, parts.voxels[p] & brick.joined[axis], axis);
      if (reached == kNoBits) continue;
      for (Index q = parts.brick_start[above]; q < parts.brick_start[above + 1]; ++q)
        if ((reached & parts.voxels[q]) != kNoBits) sets.unite(p, q);
    }
  }
}

// The part of each cell of brick b.
void write_parts(const Cells& cells, Index b, const BrickParts& parts, std::span<Index> part_of_cell) {
  const Index first = cells.brick_start[b], last = cells.brick_start[b + 1], part = parts.brick_start[b];
  if (parts.brick_start[b + 1] - part == 1)
    return std::fill(part_of_cell.begin() + first, part_of_cell.begin() + last, part);
  for (Index p = part; p < parts.brick_start[b + 1]; ++p)
    for_each_bit(parts.voxels[p], [&](const LatticePoint& v) {
      part_of_cell[first + cells.in_brick[b][v.x + 8 * v.y + 64 * v.z]] = p;
    });
}

// How many cells each part has, given the part of each cell.
std::vector<Index> cells_per_part(const Cells& cells, const BrickParts& parts,
                                  std::span<const Index> part_of_cell) {
  std::vector<Index> count(parts.voxels.size(), 0);
  parallel_for_each(parts.brick_start.size() - 1, kPieceBricks, [&](Index b) {
    const Index first = cells.brick_start[b], last = cells.brick_start[b + 1], part = parts.brick_start[b];
    if (parts.brick_start[b + 1] - part == 1)
      count[part] = last - first;
    else
      for (Index c = first; c < last; ++c) ++count[part_of_cell[c]];
  });
  return count;
}

Pieces united(const LinkedVoxels& voxels, const Cells& cells, BrickParts parts) {
  const Index n = static_cast<Index>(voxels.bricks().size());
  DisjointSets sets(static_cast<Index>(parts.voxels.size()));
  for (Index b = 0; b < n; ++b) unite_upward(voxels, b, parts, sets);
  const Components pieces = sets.components();

  Pieces result;
  result.of_cell.resize(cells.count());
  parallel_for_each(n, kPieceBricks, [&](Index b) { write_parts(cells, b, parts, result.of_cell); });
  const std::vector<Index> cell_counts = cells_per_part(cells, parts, result.of_cell);
  parallel_for_each(cells.count(), kPieceCells,
                    [&](Index c) { result.of_cell[c] = pieces.of[result.of_cell[c]]; });
  result.cell_counts.assign(pieces.count, 0);
  result.voxel_counts.assign(pieces.count, 0);
  for (std::size_t p = 0; p < parts.voxels.size(); ++p) {
    result.cell_counts[pieces.of[p]] += cell_counts[p];
    result.voxel_counts[pieces.of[p]] += bit_count(parts.voxels[p]);
  }
  result.parts = std::move(parts);
  return result;
}

}  // namespace

Pieces connected_pieces(const LinkedVoxels& voxels, const Cells& cells) {
  return united(voxels, cells, parts_of(voxels, cells));
}

// Parts are in the order of their first voxels along the Morton curve, so that those of bricks whose links are
// what they were do not change with the cells.
Pieces patched(const Pieces& old, const OctreeGrid& grid, const GridPatch& patch) {
  if (patch.is_empty()) return old;
  BrickParts parts;
  parts.brick_start.reserve(old.parts.brick_start.size());
  parts.brick_start.push_back(0);
  parts.voxels.reserve(old.parts.voxels.size());
  const auto keep_up_to = [&](Index end) {
    for (Index b = static_cast<Index>(parts.brick_start.size()) - 1; b < end; ++b) {
      const auto first = old.parts.voxels.begin() + old.parts.brick_start[b];
      parts.voxels.insert(parts.voxels.end(), first, old.parts.voxels.begin() + old.parts.brick_start[b + 1]);
      parts.brick_start.push_back(static_cast<Index>(parts.voxels.size()));
    }
  };
  for (std::size_t k = 0; k < patch.bricks.size(); ++k) {
    if (patch.taken[k] == 0) continue;
    const Index b = patch.bricks[k];
    keep_up_to(b);
    append_parts(grid.voxels.bricks()[b], places_in(grid.cells, b), parts.voxels);
    parts.brick_start.push_back(static_cast<Index>(parts.voxels.size()));
  }
  keep_up_to(static_cast<Index>(grid.voxels.bricks().size()));
  return united(grid.voxels, grid.cells, std::move(parts));
}

}  // namespace sinew
