#include "octree/solver/coarse_structure.h"

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

// Groups cells by blocks of 2^side voxels, which must be consecutive, and gives the colour of each block.
std::vector<CoarseStructure::Group> groups_of(std::span<const CellPlace> places, int side,
                                              std::vector<std::uint8_t>& colour) {
  std::vector<CoarseStructure::Group> groups;
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

// Fills a structure step by step.
struct Builder final : CoarseStructure {
  Builder(CellLevels of, std::span<const char> held);

  void order_by_colour(int level);
  void make_phase(int level);
  void pass_leaves_on(int level);
  void place_blocks();
  void describe_leaves(std::span<const char> held);
  void interpolate_to_finest(std::span<const char> held);
  void find_empty_rows();
};

Builder::Builder(CellLevels of, std::span<const char> held) {
  levels = std::move(of);
  const int count = static_cast<int>(levels.levels.size());
  rows.resize(levels.levels.size() - 1);
  for (int l = 1; l < count; ++l) order_by_colour(l);
  for (int l = std::min(kBrickLevel, count - 1); l < count; ++l) make_phase(l);
  for (int l = 1; l < count; ++l) pass_leaves_on(l);
  place_blocks();
  for (int l = 1; l + 1 < count; ++l)
    rows[l - 1].P = renumbered(levels.interpolations[l], rows[l - 1].old_of_new, rows[l].new_of_old);
  describe_leaves(held);
  interpolate_to_finest(held);
  find_empty_rows();
}

void Builder::order_by_colour(int level) {
  const CellLevel& cells = levels.levels[level];
  Rows& own = rows[level - 1];
  own.old_of_new = sorted_by(vertex_colours(cells), own.colour_start);
  own.new_of_old.resize(cells.vertex_count);
  for (Index v = 0; v < cells.vertex_count; ++v) own.new_of_old[own.old_of_new[v]] = v;
}

void Builder::make_phase(int level) {
  const std::vector<CellPlace>& places = levels.levels[level].places;
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
  phases.push_back(std::move(phase));
}

void Builder::pass_leaves_on(int level) {
  const CellLevel &fine = levels.levels[level - 1], &coarse = levels.levels[level];
  std::vector<Index>& leaf = rows[level - 1].leaf;
  leaf.resize(coarse.places.size());
  parallel_for_each(leaf.size(), kCells, [&](Index c) {
    const Index child = coarse.child[coarse.child_start[c]];
    const bool passed_on = fine.places[child] == coarse.places[c];
    leaf[c] = !passed_on ? -1 : level == 1 ? child : rows[level - 2].leaf[child];
  });
}

// Sets the pattern of every level, and the places of the cells' blocks in it.
void Builder::place_blocks() {
  // List the cells of each level in the order in which CoarseLevels::build() will add them.
  std::vector<std::vector<Index>> order(levels.levels.size());
  const auto descend = [&](auto& self, int level, Index cell) -> void {
    const CellLevel& cells = levels.levels[level];
    if (level > 1 && level <= kBrickLevel)
      for (Index at = cells.child_start[cell]; at < cells.child_start[cell + 1]; ++at)
        self(self, level - 1, cells.child[at]);
    order[level].push_back(cell);
  };
  for (const Phase& phase : phases)
    for (const Group& group : phase.groups)
      for (Index c = group.begin; c < group.end; ++c) descend(descend, phase.level, c);
  for (std::size_t l = 1; l < levels.levels.size(); ++l)
    rows[l - 1].cells =
        cell_rows(levels.levels[l].unknowns, rows[l - 1].new_of_old, order[l], rows[l - 1].pattern);
}

void Builder::describe_leaves(std::span<const char> held) {
  const CellLevel& finest = levels.levels[0];
  leaves.resize(finest.places.size());
  std::vector<char> seen(finest.vertex_count, 0);
  for (Index c = 0; c < static_cast<Index>(leaves.size()); ++c) {
    Leaf& leaf = leaves[c];
    leaf.octant = static_cast<std::uint8_t>(finest.places[c].octant());
    leaf.hanging = finest.unknowns[c].hanging;
    leaf.held = static_cast<std::uint8_t>(held_unknowns(finest.unknowns[c], held));
    for (unsigned k = 0; k < 8; ++k)
      if (std::exchange(seen[finest.unknowns[c].vertex[k]], 1) == 0) leaf.first |= 1U << k;
    shapes.add(shape_of(c, true));
    if (finest.places[c].level > 0) shapes.add(shape_of(c, false));  // passed on to level 1
  }
}

void Builder::interpolate_to_finest(std::span<const char> held) {
  const Interpolation& P = levels.interpolations[0];
  const Index n = P.fine_nodes();
  to_finest.coarse_nodes = P.coarse_nodes;
  to_finest.row_start.assign(n + 1, 0);
  const auto follows = [&](Index v) { return held.empty() || held[v] == 0; };
  for (Index v = 0; v < n; ++v)
    to_finest.row_start[v + 1] =
        to_finest.row_start[v] + (follows(v) ? P.row_start[v + 1] - P.row_start[v] : 0);
  to_finest.column.resize(to_finest.row_start[n]);
  to_finest.weight.resize(to_finest.row_start[n]);
  parallel_for_each(n, kCells, [&](Index v) {
    if (!follows(v)) return;
    Index to = to_finest.row_start[v];
    for (Index at = P.row_start[v]; at < P.row_start[v + 1]; ++at, ++to) {
      to_finest.column[to] = rows[0].new_of_old[P.column[at]];
      to_finest.weight[to] = P.weight[at];
    }
  });
  transpose(to_finest);
}

// Finds the rows of level 1 that nothing follows, and the rows of coarser levels that only such rows follow.
void Builder::find_empty_rows() {
  for (Index row = 0; row < rows[0].pattern.rows(); ++row)
    if (to_finest.transposed_start[row] == to_finest.transposed_start[row + 1]) rows[0].empty.push_back(row);
  for (std::size_t l = 0; l + 1 < rows.size(); ++l) {
    const Interpolation& P = rows[l].P;
    const std::vector<Index>& fine = rows[l].empty;
    const auto is_empty = [&](Index row) { return std::binary_search(fine.begin(), fine.end(), row); };
    for (Index row = 0; row < P.coarse_nodes; ++row)
      if (std::all_of(P.transposed_row.begin() + P.transposed_start[row],
                      P.transposed_row.begin() + P.transposed_start[row + 1], is_empty))
        rows[l + 1].empty.push_back(row);
  }
}

}  // namespace

std::shared_ptr<const CoarseStructure> make_coarse_structure(CellLevels levels, std::span<const char> held) {
  if (levels.levels.size() < 2)
    throw Error("the octree has no coarser level", "", "solve so small a body directly");
  return std::make_shared<const Builder>(std::move(levels), held);
}

}  // namespace sinew
