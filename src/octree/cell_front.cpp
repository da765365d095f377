#include "octree/cell_front.h"

#include <algorithm>

namespace sinew {

namespace {

// Cells that are strained more are not merged, however well they follow the corners of their block [Seiler11, sec. 4.2].
constexpr double kStrong = 0.3;

template <typename Visit>
void for_each_cell(const Cells& cells, Visit&& visit) {
  for (Index b = 0; b < static_cast<Index>(cells.in_brick.size()); ++b)
    for (Index c = cells.brick_start[b]; c < cells.brick_start[b + 1]; ++c) visit(b, c);
}

// How many cells from c on are all those of a block, up to eight: they follow one another along the curve. 0: it is
// split further, or its first cell is another.
Index cells_of_block(const Cells& cells, Index begin, Index c, Index end) {
  const CellPlace& first = cells.places[c];
  if (first.level >= kBrickLevel) return 0;
  const CellPlace block = first.parent();
  const auto is_in_block = [&](const CellPlace& place) {
    return place.level < block.level && (place.lower() >> block.level) == (block.lower() >> block.level);
  };
  if (c > begin && is_in_block(cells.places[c - 1])) return 0;
  Index count = 0;
  for (; c + count < end && is_in_block(cells.places[c + count]); ++count)
    if (cells.places[c + count].level != first.level) return 0;
  return count;
}

CornerValues octant_of(CornerValues corners, int octant) {
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i < 8; ++i)
      if (((i ^ octant) >> axis & 1) != 0) corners[i] = 0.5 * (corners[i] + corners[i ^ 1 << axis]);
  return corners;
}

// Splits a block, and those of its parts that something comes near to, down to a level.
void split_towards(Index brick, const CellPlace& block, const CornerValues& corners, int level,
                   const CellFront::IsNear& is_near, CellWishes& wishes) {
  if (block.level <= level || !is_near(corners)) return;
  wishes.split(brick, block);
  const int half = block.side() / 2;
  for (int i = 0; i < 8 && block.level > 1; ++i) {
    const LatticePoint at = block.lower() + half * corner_offset(i);
    const CellPlace part{static_cast<std::uint16_t>(at.x), static_cast<std::uint16_t>(at.y),
                         static_cast<std::uint16_t>(at.z), static_cast<std::uint8_t>(block.level - 1)};
    split_towards(brick, part, octant_of(corners, i), level, is_near, wishes);
  }
}

}  // namespace

bool CellFront::is_due() {
  if (++steps_ < params_.every) return false;
  steps_ = 0;
  return true;
}

CellWishes CellFront::next(const OctreeGrid& grid, const OctreeMaterials& materials, CellMeasures::In u,
                           double size, const IsNear& is_near,
                           const std::function<Index(const CellWishes&)>& count) {
  const CellMeasures measures(grid, u);
  const std::vector<double> measure =
      params_.oracle == OctreeOracle::kEnergy ? measures.energies(materials) : measures.strain_jumps();
  const double unit = params_.oracle == OctreeOracle::kEnergy ? 1 : size;
  CellWishes least(grid.cells);
  merge(grid, measures, measure, unit, is_near, least);
  split_near(grid, measures, is_near, least);

  // Split where the measure is largest, as far as the budget goes.
  std::vector<Split> wanted = splits(grid, measure);
  std::erase_if(wanted, [&](const Split& split) { return split.measure <= unit * params_.split_above; });
  std::ranges::stable_sort(wanted, std::greater<>(), &Split::measure);
  while (true) {
    CellWishes all = least;
    for (const Split& split : wanted) all.split(split.brick, grid.cells.places[split.cell]);
    if (wanted.empty() || params_.most_cells == 0 || count(all) <= params_.most_cells) return all;
    wanted.resize(wanted.size() / 2);
  }
}

void CellFront::wait_again(const CellWishes& wishes) {
  std::erase_if(waiting_, [&](const auto& waiting) {
    const auto& [block, waited] = waiting;
    return waited >= params_.wait && wishes.is_split(block.first, block.second);
  });
}

void CellFront::merge(const OctreeGrid& grid, const CellMeasures& measures, std::span<const double> measure,
                      double size, const IsNear& is_near, CellWishes& next) {
  Waiting waiting;
  for_each_cell(grid.cells, [&](Index b, Index c) {
    const Index count =
        cells_of_block(grid.cells, grid.cells.brick_start[b], c, grid.cells.brick_start[b + 1]);
    if (count == 0 || !may_merge(measures, measure, c, count, size, is_near)) return;
    const CellPlace block = grid.cells.places[c].parent();
    const std::pair key{b, CellWishes::block_number(block)};
    const auto known = waiting_.find(key);
    const int waited = known == waiting_.end() ? 1 : std::min(known->second + 1, params_.wait);
    waiting[key] = waited;
    if (waited >= params_.wait) next.join(b, block);
  });
  waiting_ = std::move(waiting);
}

bool CellFront::may_merge(const CellMeasures& measures, std::span<const double> measure, Index first,
                          Index count, double size, const IsNear& is_near) const {
  double sum = 0;
  for (Index c = first; c < first + count; ++c) {
    if (measures.strain(c) > kStrong) return false;
    sum += measure[c];
  }
  const bool follow = params_.oracle == OctreeOracle::kEnergy
                          ? sum < params_.merge_below
                          : measures.surplus(first, count) < size * params_.merge_below;
  if (!follow) return false;
  for (Index c = first; c < first + count; ++c)
    if (is_near(measures.corners(c))) return false;
  return true;
}

void CellFront::split_near(const OctreeGrid& grid, const CellMeasures& measures, const IsNear& is_near,
                           CellWishes& next) const {
  for_each_cell(grid.cells, [&](Index b, Index c) {
    const CellPlace& place = grid.cells.places[c];
    if (place.level > params_.tool_level)
      split_towards(b, place, measures.corners(c), params_.tool_level, is_near, next);
  });
}

std::vector<CellFront::Split> CellFront::splits(const OctreeGrid& grid,
                                                std::span<const double> measure) const {
  std::vector<Split> all;
  for_each_cell(grid.cells, [&](Index b, Index c) {
    if (grid.cells.places[c].level > 0) all.push_back({b, c, measure[c]});
  });
  return all;
}

}  // namespace sinew
