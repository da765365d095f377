#include "octree/solver/coarse_levels.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "octree/solver/cell_rows.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr Index kCells = 1024;  // per parallel chunk
int parity(const LatticePoint& p) { return (p.x & 1) | (p.y & 1) << 1 | (p.z & 1) << 2; }

unsigned held_unknowns(const CellUnknowns& cell, std::span<const char> held) {
  unsigned bits = 0;
  for (unsigned k = 0; k < 8; ++k)
    if (!held.empty() && held[cell.vertex[k]] != 0) bits |= 1U << k;
  return bits;
}

// Colours of the vertices of a level: the parity of their points in steps of the largest cell that uses them,
// and the level of that cell modulo 3. Two unknowns of one cell always differ in colour: if their steps are
// equal they are one step apart, since at hanging corners the step is that of the parent; and steps differ by
// two levels at most, since the octree is balanced.
std::vector<std::uint8_t> vertex_colours(const CellLevel& level) {
  std::vector<std::uint8_t> colour(level.vertex_count, 0);
  for (std::size_t c = 0; c < level.places.size(); ++c)
    for (const Index v : level.unknowns[c].vertex) colour[v] = std::max(colour[v], level.places[c].level);
  for (Index v = 0; v < level.vertex_count; ++v) {
    const int step = colour[v];
    colour[v] = static_cast<std::uint8_t>(parity(level.vertex_points[v] >> step) + 8 * (step % 3));
  }
  return colour;
}

// Sorts indices by key (stable); `start` gets where each key that occurs begins.
std::vector<Index> sorted_by(std::span<const std::uint8_t> key, std::vector<Index>& start) {
  std::array<Index, 257> count{};
  for (const std::uint8_t k : key) ++count[k + 1];
  std::partial_sum(count.begin(), count.end(), count.begin());
  start.assign(count.begin(), count.end());
  start.erase(std::unique(start.begin(), start.end()), start.end());
  std::vector<Index> order(key.size());
  for (std::size_t i = 0; i < key.size(); ++i) order[count[key[i]]++] = static_cast<Index>(i);
  return order;
}

// Values of a matrix, uninitialised except for the padding.
UnsetVector<float> room_for(const BlockPattern& pattern) {
  UnsetVector<float> values(9 * std::size_t(pattern.blocks()) + kBlockPadding);
  std::fill_n(values.end() - kBlockPadding, kBlockPadding, 0.0F);
  return values;
}

}  // namespace

CoarseLevels::CoarseLevels(CellLevels levels, const GalerkinKernels& kernels)
    : levels_(std::move(levels)), kernels_(kernels) {
  if (levels_.levels.size() < 2)
    throw Error("the octree has no coarser level", "", "solve so small a body directly");
  const int count = static_cast<int>(levels_.levels.size());
  rows_.resize(levels_.levels.size() - 1);
  cycle_.resize(rows_.size());
  for (int l = 1; l < count; ++l) order_by_colour(l);
  for (int l = std::min(kBrickLevel, count - 1); l < count; ++l) make_phase(l);
  for (int l = 1; l < count; ++l) pass_leaves_on(l);
  place_blocks();
  for (int l = 1; l < count; ++l)
    cycle_[l - 1].P =
        l + 1 == count ? Interpolation{}
                       : renumbered(levels_.interpolations[l], rows_[l - 1].old_of_new, rows_[l].new_of_old);
  describe_leaves();
}

void CoarseLevels::order_by_colour(int level) {
  const CellLevel& cells = levels_.levels[level];
  Rows& rows = rows_[level - 1];
  CycleLevel<float>& cycle = cycle_[level - 1];
  rows.old_of_new = sorted_by(vertex_colours(cells), cycle.colour_start);
  rows.new_of_old.resize(cells.vertex_count);
  for (Index v = 0; v < cells.vertex_count; ++v) rows.new_of_old[rows.old_of_new[v]] = v;
}

// Groups cells by blocks of 2^side voxels, which must be consecutive, and gives the colour of each block.
std::vector<CoarseLevels::Group> CoarseLevels::groups_of(std::span<const CellPlace> places, int side,
                                                         std::vector<std::uint8_t>& colour) {
  std::vector<Group> groups;
  colour.clear();
  for (Index c = 0; c < static_cast<Index>(places.size()); ++c) {
    const LatticePoint block = places[c].lower() >> side;
    if (c == 0 || block != places[c - 1].lower() >> side) {
      groups.push_back({c, c});
      colour.push_back(static_cast<std::uint8_t>(parity(block)));
    }
    groups.back().end = c + 1;
  }
  return groups;
}

void CoarseLevels::make_phase(int level) {
  const std::vector<CellPlace>& places = levels_.levels[level].places;
  Phase phase{level, {}, {}};
  std::vector<std::uint8_t> colour;
  std::vector<Group> groups = groups_of(places, std::max(level, kBrickLevel), colour);
  // Large groups share fewer rows: with 32^3 voxels instead of 8^3 a rebuild takes three quarters of the
  // time. But there must be enough of them for all threads.
  for (int side = kBrickLevel + 1; level <= kBrickLevel && side <= 5; ++side) {
    std::vector<std::uint8_t> larger_colour;
    std::vector<Group> larger = groups_of(places, side, larger_colour);
    if (larger.size() < 128) break;
    groups = std::move(larger), colour = std::move(larger_colour);
  }
  for (const Index group : sorted_by(colour, phase.colour_start)) phase.groups.push_back(groups[group]);
  const bool is_coarsest = level + 1 == static_cast<int>(levels_.levels.size());
  rows_[level - 1].kept.resize(is_coarsest ? 0 : std::size_t(kCellMatrix) * places.size());
  phases_.push_back(std::move(phase));
}

void CoarseLevels::pass_leaves_on(int level) {
  const CellLevel &fine = levels_.levels[level - 1], &coarse = levels_.levels[level];
  std::vector<Index>& leaf = rows_[level - 1].leaf;
  leaf.resize(coarse.places.size());
  parallel_for_each(leaf.size(), kCells, [&](Index c) {
    const Index child = coarse.child[coarse.child_start[c]];
    const bool passed_on = fine.places[child] == coarse.places[c];
    leaf[c] = !passed_on ? -1 : level == 1 ? child : rows_[level - 2].leaf[child];
  });
}

// Sets the pattern of every level, and the places of the cells' blocks in it.
void CoarseLevels::place_blocks() {
  // List the cells of each level in the order in which build() will add them.
  std::vector<std::vector<Index>> order(levels_.levels.size());
  const auto descend = [&](auto& self, int level, Index cell) -> void {
    const CellLevel& cells = levels_.levels[level];
    if (level > 1 && level <= kBrickLevel)
      for (Index at = cells.child_start[cell]; at < cells.child_start[cell + 1]; ++at)
        self(self, level - 1, cells.child[at]);
    order[level].push_back(cell);
  };
  for (const Phase& phase : phases_)
    for (const Group& group : phase.groups)
      for (Index c = group.begin; c < group.end; ++c) descend(descend, phase.level, c);
  // Make the patterns and matrices.
  for (std::size_t l = 1; l < levels_.levels.size(); ++l) {
    Rows& rows = rows_[l - 1];
    const CellLevel& cells = levels_.levels[l];
    rows.cells = cell_rows(cells.unknowns, rows.new_of_old, order[l], rows.pattern);
    rows.matrix.pattern = &rows.pattern;
    rows.matrix.values = room_for(rows.pattern);
    cycle_[l - 1].A = &rows.matrix;
  }
}

void CoarseLevels::set_stiffness(std::span<const CellStiffness> stiffness) {
  for (std::size_t c = 0; c < stiffness.size(); ++c)
    leaves_[c].ratio = static_cast<float>(stiffness[c].lambda / stiffness[c].mu);
}

void CoarseLevels::describe_leaves() {
  const CellLevel& finest = levels_.levels[0];
  leaves_.resize(finest.places.size());
  std::vector<char> seen(finest.vertex_count, 0);
  for (std::size_t c = 0; c < leaves_.size(); ++c) {
    Leaf& leaf = leaves_[c];
    leaf.octant = static_cast<std::uint8_t>(finest.places[c].octant());
    leaf.hanging = finest.unknowns[c].hanging;
    for (unsigned k = 0; k < 8; ++k)
      if (std::exchange(seen[finest.unknowns[c].vertex[k]], 1) == 0) leaf.first |= 1U << k;
  }
}

void CoarseLevels::set_vertices(std::span<const double> mass, std::span<const char> held) {
  hold(held);
  spread_masses(mass);
  interpolate_to_finest(held);
  find_empty_rows();
}

void CoarseLevels::hold(std::span<const char> held) {
  const CellLevel& finest = levels_.levels[0];
  const Index n = static_cast<Index>(leaves_.size());
  parallel_for_each(n, kCells, [&](Index leaf) {
    leaves_[leaf].held = static_cast<std::uint8_t>(held_unknowns(finest.unknowns[leaf], held));
  });
  for (Index leaf = 0; leaf < n; ++leaf) {
    shapes_.add(shape_of(leaf, true));
    if (finest.places[leaf].level > 0) shapes_.add(shape_of(leaf, false));  // passed on to level 1
  }
}

// The mass of an unknown is passed up by the first leaf that follows it; other leaves would pass it to the
// same place.
void CoarseLevels::spread_masses(std::span<const double> mass) {
  if (mass.empty()) {
    for (Rows& rows : rows_) rows.mass.clear();
    return;
  }
  const auto for_each_mass = [&](Index leaf, auto&& add) {
    const unsigned own = leaves_[leaf].first & ~leaves_[leaf].held;
    const CellUnknowns& cell = levels_.levels[0].unknowns[leaf];
    for (int k = 0; k < 8; ++k)
      if (own >> k & 1) add(k, static_cast<float>(mass[cell.vertex[k]]));
  };
  const auto add_passed_on = [&](Index leaf, std::array<float, kPairLanes>& sum) {
    for_each_mass(leaf, [&](int k, float m) { sum[pair_of(k, k)] += m; });
  };
  const auto add_merged = [&](Index leaf, std::array<float, kPairLanes>& sum) {
    const WeightProducts& products = shapes_.products(shape_of(leaf, true));
    for_each_mass(leaf, [&](int k, float m) {
      for (int p = 0; p < kPairLanes; ++p) sum[p] += m * products[k][p];
    });
  };
  for (std::size_t l = 1; l < levels_.levels.size(); ++l) {
    const CellLevel& cells = levels_.levels[l];
    Rows& rows = rows_[l - 1];
    rows.mass.resize(cells.places.size());
    parallel_for_each(cells.places.size(), kCells, [&](Index c) {
      rows.mass[c].fill(0);
      if (rows.leaf[c] >= 0) {
        add_passed_on(rows.leaf[c], rows.mass[c]);
        return;
      }
      for (Index at = cells.child_start[c]; at < cells.child_start[c + 1]; ++at) {
        const Index child = cells.child[at], leaf = l == 1 ? child : rows_[l - 2].leaf[child];
        if (leaf >= 0) add_merged(leaf, rows.mass[c]);
      }
    });
  }
}

void CoarseLevels::interpolate_to_finest(std::span<const char> held) {
  const Interpolation& P = levels_.interpolations[0];
  const Index n = P.fine_nodes();
  to_finest_.coarse_nodes = P.coarse_nodes;
  to_finest_.row_start.assign(n + 1, 0);
  const auto follows = [&](Index v) { return held.empty() || held[v] == 0; };
  for (Index v = 0; v < n; ++v)
    to_finest_.row_start[v + 1] =
        to_finest_.row_start[v] + (follows(v) ? P.row_start[v + 1] - P.row_start[v] : 0);
  to_finest_.column.resize(to_finest_.row_start[n]);
  to_finest_.weight.resize(to_finest_.row_start[n]);
  parallel_for_each(n, kCells, [&](Index v) {
    if (!follows(v)) return;
    Index to = to_finest_.row_start[v];
    for (Index at = P.row_start[v]; at < P.row_start[v + 1]; ++at, ++to) {
      to_finest_.column[to] = rows_[0].new_of_old[P.column[at]];
      to_finest_.weight[to] = P.weight[at];
    }
  });
  transpose(to_finest_);
}

// Finds the rows of level 1 that nothing follows, and the rows of coarser levels that only such rows follow.
void CoarseLevels::find_empty_rows() {
  for (Rows& rows : rows_) rows.empty.clear();
  for (Index row = 0; row < vertices(); ++row)
    if (to_finest_.transposed_start[row] == to_finest_.transposed_start[row + 1])
      rows_[0].empty.push_back(row);
  for (std::size_t l = 0; l + 1 < rows_.size(); ++l) {
    const Interpolation& P = cycle_[l].P;
    const std::vector<Index>& fine = rows_[l].empty;
    const auto is_empty = [&](Index row) { return std::binary_search(fine.begin(), fine.end(), row); };
    for (Index row = 0; row < P.coarse_nodes; ++row)
      if (std::all_of(P.transposed_row.begin() + P.transposed_start[row],
                      P.transposed_row.begin() + P.transposed_start[row + 1], is_empty))
        rows_[l + 1].empty.push_back(row);
  }
}

}  // namespace sinew
