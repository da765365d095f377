#include "shape/distance_lattice.h"

#include <bit>
#include <cmath>

#include "base/parallel.h"

namespace sinew {
namespace {

constexpr Index kInside = -2, kOutside = -1;
// Filling may spread by a cell or two; a block is left out only when the surface stays this many cells away.
constexpr double kBlockMargin = 4;
const double kHalfDiagonal = std::sqrt(3.0) / 2;

DistanceLattice::Node corner(const DistanceLattice::Node& n, unsigned c) {
  return {n[0] + Index(c & 1U), n[1] + Index(c >> 1U & 1U), n[2] + Index(c >> 2U & 1U)};
}

// A cell is sound when no face has its inside corners on one diagonal only, and no two corners alone face
// each other across the cell.
bool is_well_composed(unsigned mask) {
  for (unsigned axis = 0; axis < 3; ++axis) {
    const unsigned u = 1U << (axis + 1) % 3, v = 1U << (axis + 2) % 3;
    for (unsigned base = 0; base < 2; ++base) {
      const unsigned c = base << axis;
      const bool a = mask >> c & 1U, b = mask >> (c + u) & 1U, d = mask >> (c + u + v) & 1U,
                 e = mask >> (c + v) & 1U;
      if (a == d && b == e && a != b) return false;
    }
  }
  const auto two_opposite = [](unsigned m) {
    return std::popcount(m) == 2 && (std::countr_zero(m) ^ (31 - std::countl_zero(m))) == 7;
  };
  return !two_opposite(mask) && !two_opposite(~mask & 0xffU);
}

std::array<bool, 256> well_composed_table() {
  std::array<bool, 256> table{};
  for (unsigned mask = 0; mask < 256; ++mask) table[mask] = is_well_composed(mask);
  return table;
}

}  // namespace

DistanceLattice::DistanceLattice(const Distance& distance, const Box3& box, double spacing)
    : spacing_(spacing) {
  for (int axis = 0; axis < 3; ++axis)
    blocks_[axis] = static_cast<Index>(std::ceil((box.size()[axis] / spacing + 4) / kSide));
  // Centred, so that a symmetric body has symmetric samples.
  const Vec3 cells{double(blocks_[0]), double(blocks_[1]), double(blocks_[2])};
  origin_ = box.center() - 0.5 * spacing * (double(kSide) * cells - Vec3{1, 1, 1});
  find_blocks(distance);
  values_.resize(std::size_t(block_count()) * kNodesPerBlock);
  parallel_for(block_count(), 4, [&](Index begin, Index end) {
    const double half = 0.5 * (kSide - 1) * spacing_;
    for (Index b = begin; b < end; ++b) {
      const Vec3 center = position(first_nodes_[b]) + half * Vec3{1, 1, 1};
      sample(distance.near(center, 2 * half * kHalfDiagonal), first_nodes_[b], kSide);
    }
  });
  make_well_composed();
}

void DistanceLattice::find_blocks(const Distance& distance) {
  const double half = 0.5 * (kSide - 1);
  const double far = spacing_ * (2 * half * kHalfDiagonal + kBlockMargin);
  const auto first_node = [&](Index b) -> Node {
    return {kSide * (b % blocks_[0]), kSide * (b / blocks_[0] % blocks_[1]),
            kSide * (b / (blocks_[0] * blocks_[1]))};
  };
  table_.resize(std::size_t(blocks_[0]) * blocks_[1] * blocks_[2]);
  const Index count = static_cast<Index>(table_.size());
  parallel_for_each(count, 512, [&](Index b) {
    const double d = distance(position(first_node(b)) + half * spacing_ * Vec3{1, 1, 1});
    table_[b] = d > far ? kOutside : d < -far ? kInside : 0;
  });
  for (Index b = 0; b < count; ++b) {
    if (table_[b] < 0) continue;
    table_[b] = block_count();
    first_nodes_.push_back(first_node(b));
  }
}

// Descends through cubes of 8, 4 and 2 nodes a side to the single nodes near the surface; a cube from whose
// nodes no edge can reach it gets one value.
void DistanceLattice::sample(const Distance& distance, const Node& first, Index side) {
  const double half = 0.5 * (side - 1);
  const double d = distance(position(first) + half * spacing_ * Vec3{1, 1, 1});
  if (side == 1) {
    values_[stored(first)] = d;
    return;
  }
  if (std::abs(d) <= spacing_ * (2 * half * kHalfDiagonal + 1)) {
    for (unsigned c = 0; c < 8; ++c) {
      const Index step = side / 2;
      const Node offset = corner({0, 0, 0}, c);
      sample(distance,
             {first[0] + step * offset[0], first[1] + step * offset[1], first[2] + step * offset[2]}, step);
    }
    return;
  }
  for (Index k = 0; k < side; ++k)
    for (Index j = 0; j < side; ++j)
      for (Index i = 0; i < side; ++i) values_[stored({first[0] + i, first[1] + j, first[2] + k})] = d;
}

Index DistanceLattice::stored(const Node& n) const {
  for (int axis = 0; axis < 3; ++axis)
    if (n[axis] < 0 || n[axis] >= kSide * blocks_[axis]) return -1;
  const Index b = n[0] / kSide + blocks_[0] * (n[1] / kSide + blocks_[1] * (n[2] / kSide));
  if (table_[b] < 0) return -1;
  return table_[b] * kNodesPerBlock + n[0] % kSide + kSide * (n[1] % kSide + kSide * (n[2] % kSide));
}

double DistanceLattice::value(const Node& n) const {
  for (int axis = 0; axis < 3; ++axis)
    if (n[axis] < 0 || n[axis] >= kSide * blocks_[axis]) return 1;
  const Index b = n[0] / kSide + blocks_[0] * (n[1] / kSide + blocks_[1] * (n[2] / kSide));
  if (table_[b] < 0) return table_[b] == kInside ? -1 : 1;
  return values_[table_[b] * kNodesPerBlock + n[0] % kSide + kSide * (n[1] % kSide + kSide * (n[2] % kSide))];
}

unsigned DistanceLattice::cell_mask(const Node& n) const {
  unsigned mask = 0;
  for (unsigned c = 0; c < 8; ++c) mask |= unsigned(inside(corner(n, c))) << c;
  return mask;
}

void DistanceLattice::make_well_composed() {
  static const std::array<bool, 256> sound = well_composed_table();
  std::vector<std::vector<Node>> found(block_count());
  parallel_for_each(block_count(), 4, [&](Index b) {
    for (Index local = 0; local < kNodesPerBlock; ++local)
      if (const Node cell = node(b, local); !sound[cell_mask(cell)]) found[b].push_back(cell);
  });
  std::vector<Node> pending;
  for (const auto& cells : found) pending.insert(pending.end(), cells.begin(), cells.end());
  // Filling only ever adds to the inside, so this ends.
  while (!pending.empty()) {
    const Node cell = pending.back();
    pending.pop_back();
    while (!sound[cell_mask(cell)]) {
      const Index filled = fill_cell(cell);
      if (filled < 0) break;
      const Node n = node(filled / kNodesPerBlock, filled % kNodesPerBlock);
      for (unsigned c = 0; c < 8; ++c) pending.push_back(corner({n[0] - 1, n[1] - 1, n[2] - 1}, c));
    }
  }
}

// Fills the outside corner nearest to the surface; returns its number, or -1 if none is stored.
Index DistanceLattice::fill_cell(const Node& cell) {
  Index nearest = -1;
  for (unsigned c = 0; c < 8; ++c) {
    const Index n = stored(corner(cell, c));
    if (n < 0 || values_[n] < 0) continue;
    if (nearest < 0 || values_[n] < values_[nearest]) nearest = n;
  }
  if (nearest >= 0) values_[nearest] = -1e-6 * spacing_;
  return nearest;
}

}  // namespace sinew
