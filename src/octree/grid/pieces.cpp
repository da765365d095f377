// Finds pieces in two steps. Within a brick, parts are found by flooding its bits along joined links, all
// rows of an axis at once; nearly every brick has one part. Then parts that are joined across bricks are
// united.

#include "octree/grid/pieces.h"

#include "base/parallel.h"
#include "mesh/disjoint_sets.h"

namespace sinew {

namespace {

constexpr Index kPieceBricks = 64;  // per parallel chunk

// The parts of all bricks, brick by brick, in the order of their first cells.
struct Parts {
  std::vector<BrickBits> voxels;
  std::vector<Index> brick_start;  // bricks + 1
};

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

// All voxels of the brick that are connected to the given ones within it.
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

Parts parts_of(const LinkedVoxels& voxels, const Cells& cells) {
  const Index n = static_cast<Index>(voxels.bricks().size());
  Parts parts;
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
void unite_upward(const LinkedVoxels& voxels, Index b, const Parts& parts, DisjointSets& sets) {
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
void write_parts(const Cells& cells, Index b, const Parts& parts, std::span<Index> part_of_cell) {
  const Index first = cells.brick_start[b], last = cells.brick_start[b + 1], part = parts.brick_start[b];
  if (parts.brick_start[b + 1] - part == 1)
    return std::fill(part_of_cell.begin() + first, part_of_cell.begin() + last, part);
  for (Index p = part; p < parts.brick_start[b + 1]; ++p)
    for_each_bit(parts.voxels[p], [&](const LatticePoint& v) {
      part_of_cell[first + cells.in_brick[b][v.x + 8 * v.y + 64 * v.z]] = p;
    });
}

}  // namespace

Pieces connected_pieces(const LinkedVoxels& voxels, const Cells& cells) {
  const Index n = static_cast<Index>(voxels.bricks().size());
  const Parts parts = parts_of(voxels, cells);
  DisjointSets sets(static_cast<Index>(parts.voxels.size()));
  for (Index b = 0; b < n; ++b) unite_upward(voxels, b, parts, sets);
  const Components pieces = sets.components();

  Pieces result;
  result.of_cell.resize(cells.count());
  parallel_for_each(n, kPieceBricks, [&](Index b) {
    write_parts(cells, b, parts, result.of_cell);
    for (Index c = cells.brick_start[b]; c < cells.brick_start[b + 1]; ++c)
      result.of_cell[c] = pieces.of[result.of_cell[c]];
  });
  result.cell_counts.assign(pieces.count, 0);
  result.voxel_counts.assign(pieces.count, 0);
  for (const Index piece : result.of_cell) ++result.cell_counts[piece];
  for (std::size_t p = 0; p < parts.voxels.size(); ++p)
    result.voxel_counts[pieces.of[p]] += bit_count(parts.voxels[p]);
  return result;
}

}  // namespace sinew
