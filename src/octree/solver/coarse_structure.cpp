#include "octree/solver/coarse_structure.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "octree/solver/cell_rows.h"
#include "octree/solver/row_map.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr Index kStructureCells = 1024;  // per parallel chunk
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
struct Builder : CoarseStructure {
  Builder() = default;
  // `group_level` is chosen if it is 0.
  Builder(CellLevels of, std::span<const char> held, int group_level = 0);

  void start(CellLevels of);
  void group_cells();
  void interpolate(int first_level);
  int count() const { return static_cast<int>(levels.levels.size()); }
  void order_by_colour(int level);
  void make_phase(int level);
  void pass_leaves_on(int level);
  std::vector<std::vector<Index>> orders(int first_level) const;
  void place_blocks(int first_level);
  void describe_leaves(std::span<const char> held);
  void add_shapes(const CoarseStructure& of);
  void add_shapes(const CoarseStructure& of, Index leaf);
  void interpolate_to_finest(std::span<const char> held);
  void find_empty_rows();
};

Builder::Builder(CellLevels of, std::span<const char> held, int groups) {
  group_level = groups;
  start(std::move(of));
  run_both([&] { place_blocks(1); },
           [&] {
             describe_leaves(held);
             interpolate(1);
             interpolate_to_finest(held);
           });
  find_empty_rows();
  levels.interpolations.clear();
}

void Builder::start(CellLevels of) {
  levels = std::move(of);
  rows.resize(levels.levels.size() - 1);
  for (int l = 1; l < count(); ++l) {
    rows[l - 1].colour = vertex_colours(levels.levels[l]);
    order_by_colour(l);
  }
  group_cells();
}

void Builder::group_cells() {
  for (int l = levels.last_in_bricks(); l < count(); ++l) make_phase(l);
  for (int l = 1; l < count(); ++l) pass_leaves_on(l);
}

// Sets the interpolations to the levels from this one on.
void Builder::interpolate(int first_level) {
  for (int l = first_level; l + 1 < count(); ++l)
    rows[l - 1].P = renumbered(levels.interpolations[l], rows[l - 1].old_of_new, rows[l].new_of_old);
}

void Builder::order_by_colour(int level) {
  Rows& own = rows[level - 1];
  own.old_of_new = sorted_by(own.colour, own.colour_start);
  own.new_of_old.resize(own.colour.size());
  parallel_for_each(own.colour.size(), kStructureCells,
                    [&](Index v) { own.new_of_old[own.old_of_new[v]] = v; });
}

// Large groups share fewer rows: with 32^3 voxels instead of 8^3 a rebuild takes three quarters of the time.
// But there must be enough of them for all threads.
int chosen_group_level(std::span<const CellPlace> places) {
  std::vector<std::uint8_t> colour;
  int level = kBrickLevel;
  while (level < 5 && groups_of(places, level + 1, colour).size() >= 128) ++level;
  return level;
}

void Builder::make_phase(int level) {
  const std::vector<CellPlace>& places = levels.levels[level].places;
  Phase phase{level, {}, {}};
  std::vector<std::uint8_t> colour;
  if (level <= kBrickLevel && group_level == 0) group_level = chosen_group_level(places);
  const std::vector<Group> groups = groups_of(places, level <= kBrickLevel ? group_level : level, colour);
  for (const Index group : sorted_by(colour, phase.colour_start)) phase.groups.push_back(groups[group]);
  phases.push_back(std::move(phase));
}

void Builder::pass_leaves_on(int level) {
  const CellLevel &fine = levels.levels[level - 1], &coarse = levels.levels[level];
  std::vector<Index>& leaf = rows[level - 1].leaf;
  leaf.resize(coarse.places.size());
  parallel_for_each(leaf.size(), kStructureCells, [&](Index c) {
    const Index child = coarse.child[coarse.child_start[c]];
    const bool passed_on = fine.places[child] == coarse.places[c];
    leaf[c] = !passed_on ? -1 : level == 1 ? child : rows[level - 2].leaf[child];
  });
}

// The cells of each level from this one on in the order in which CoarseLevels::build() will add them.
std::vector<std::vector<Index>> Builder::orders(int first_level) const {
  std::vector<std::vector<Index>> order(levels.levels.size());
  const auto descend = [&](auto& self, int level, Index cell) -> void {
    const CellLevel& cells = levels.levels[level];
    if (level > first_level && level <= kBrickLevel)
      for (Index at = cells.child_start[cell]; at < cells.child_start[cell + 1]; ++at)
        self(self, level - 1, cells.child[at]);
    order[level].push_back(cell);
  };
  for (const Phase& phase : phases) {
    if (phase.level < first_level) continue;
    for (const Group& group : phase.groups)
      for (Index c = group.begin; c < group.end; ++c) descend(descend, phase.level, c);
  }
  return order;
}

// Sets the pattern of the levels from this one on, and the places of the cells' blocks in it.
void Builder::place_blocks(int first_level) {
  const std::vector<std::vector<Index>> order = orders(first_level);
  for (int l = first_level; l < count(); ++l)
    rows[l - 1].cells =
        cell_rows(levels.levels[l].unknowns, rows[l - 1].new_of_old, order[l], rows[l - 1].pattern);
}

// The first cell that has each vertex among its unknowns.
std::vector<Index> first_cells(const CellLevel& level) {
  std::vector<Index> first(level.vertex_count, static_cast<Index>(level.places.size()));
  parallel_for_each(level.places.size(), kStructureCells, [&](Index c) {
    for (const Index v : level.unknowns[c].vertex) {
      const std::atomic_ref<Index> least(first[v]);
      Index known = least.load(std::memory_order_relaxed);
      while (c < known && !least.compare_exchange_weak(known, c, std::memory_order_relaxed)) {
      }
    }
  });
  return first;
}

void Builder::describe_leaves(std::span<const char> held) {
  const CellLevel& finest = levels.levels[0];
  const std::vector<Index> first = first_cells(finest);
  leaves.resize(finest.places.size());
  parallel_for_each(leaves.size(), kStructureCells, [&](Index c) {
    Leaf& leaf = leaves[c];
    leaf.octant = static_cast<std::uint8_t>(finest.places[c].octant());
    leaf.hanging = finest.unknowns[c].hanging;
    leaf.held = static_cast<std::uint8_t>(held_unknowns(finest.unknowns[c], held));
    for (unsigned k = 0; k < 8; ++k)
      if (first[finest.unknowns[c].vertex[k]] == c) leaf.first |= 1U << k;
  });
  add_shapes(*this);
}

// Looks at each kind of leaf once.
void Builder::add_shapes(const CoarseStructure& of) {
  std::vector<bool> seen(1U << 20U, false);
  for (Index c = 0; c < static_cast<Index>(of.leaves.size()); ++c) {
    const Leaf& leaf = of.leaves[c];
    const bool is_passed_on = of.levels.levels[0].places[c].level > 0;
    const unsigned kind = leaf.octant | unsigned{is_passed_on} << 3U | unsigned{leaf.hanging} << 4U |
                          unsigned{leaf.held} << 12U;
    if (seen[kind]) continue;
    seen[kind] = true;
    add_shapes(of, c);
  }
}

void Builder::add_shapes(const CoarseStructure& of, Index leaf) {
  shapes.add(of.shape_of(leaf, true));
  if (of.levels.levels[0].places[leaf].level > 0)
    shapes.add(of.shape_of(leaf, false));  // passed on to level 1
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
  parallel_for_each(n, kStructureCells, [&](Index v) {
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

BlockPattern patched(const BlockPattern& old, const BlockPattern& window, const RowMap& rows) {
  const RowSplice entries(rows.runs(), old.row_start, window.row_start);
  BlockPattern now;
  now.row_start = entries.starts();
  now.column = entries.spliced(
      old.column, window.column, [&](Index& row) { row = rows.of_old(row); },
      [&](Index& row) { row = rows.of_window(row); });
  now.diagonal.resize(rows.count());
  parallel_for_each(rows.runs().size(), 1, [&](Index k) {
    const IndexSplice::Run& run = rows.runs()[k];
    const BlockPattern& from = run.of_window ? window : old;
    const Index shift = now.row_start[run.to] - from.row_start[run.from];
    for (Index i = 0; i < run.count; ++i) now.diagonal[run.to + i] = from.diagonal[run.from + i] + shift;
  });
  return now;
}

// Cells that are kept may share rows with others that have changed. Then the places of their blocks in those
// rows are the window's.
void take_changed_rows(const CellLevelsPatch& patch, int level, const UnsetVector<CellRows>& window,
                       UnsetVector<CellRows>& all) {
  const IndexSplice &cells = patch.cells[level], &vertices = patch.vertices[level];
  const std::vector<CellUnknowns>& unknowns = patch.window.levels[level].unknowns;
  for (Index c = 0; c < static_cast<Index>(unknowns.size()); ++c) {
    if (cells.is_taken(c)) continue;
    for (int i = 0; i < 8; ++i)
      if (vertices.is_taken(unknowns[c].vertex[i]))
        std::copy_n(&window[c].place[8 * i], 8, &all[cells.of_window(c)].place[8 * i]);
  }
}

UnsetVector<CellRows> patched(const UnsetVector<CellRows>& old, const UnsetVector<CellRows>& window,
                              const CellLevelsPatch& patch, int level, const CoarseStructure::Rows& now,
                              std::span<const CellUnknowns> unknowns) {
  UnsetVector<CellRows> all(unknowns.size());
  const IndexSplice& cells = patch.cells[level];
  parallel_for_each(cells.runs().size(), 1, [&](Index k) {
    const IndexSplice::Run& run = cells.runs()[k];
    std::copy_n((run.of_window ? window : old).begin() + run.from, run.count, all.begin() + run.to);
    for (Index c = run.to; c < run.to + run.count; ++c)
      for (int i = 0; i < 8; ++i)
        all[c].row_start[i] = now.pattern.row_start[now.new_of_old[unknowns[c].vertex[i]]];
  });
  take_changed_rows(patch, level, window, all);
  return all;
}

Interpolation patched(const Interpolation& old, const Interpolation& window, const RowMap& fine,
                      const RowMap& coarse) {
  Interpolation now;
  now.coarse_nodes = coarse.count();
  const RowSplice rows(fine.runs(), old.row_start, window.row_start);
  now.row_start = rows.starts();
  now.column = rows.spliced(
      old.column, window.column, [&](Index& row) { row = coarse.of_old(row); },
      [&](Index& row) { row = coarse.of_window(row); });
  now.weight = rows.spliced(old.weight, window.weight);
  const RowSplice transposed(coarse.runs(), old.transposed_start, window.transposed_start);
  now.transposed_start = transposed.starts();
  now.transposed_row = transposed.spliced(
      old.transposed_row, window.transposed_row, [&](Index& row) { row = fine.of_old(row); },
      [&](Index& row) { row = fine.of_window(row); });
  now.transposed_weight = transposed.spliced(old.transposed_weight, window.transposed_weight);
  return now;
}

std::vector<char> held_in_window(const CellLevelsPatch& patch, std::span<const char> held) {
  const Index last = patch.vertices[0].count() - 1;
  std::vector<char> part(held.empty() ? 0 : patch.window.levels[0].vertex_count);
  for (std::size_t v = 0; v < part.size(); ++v)
    part[v] = held[std::min(patch.vertices[0].of_window(static_cast<Index>(v)), last)];
  return part;
}

struct PatchedBuilder final : Builder {
  PatchedBuilder(const CoarseStructure& old, CellLevels of, std::span<const char> held,
                 const CellLevelsPatch& patch) {
    group_level = old.group_level;
    const Builder window(patch.window, held_in_window(patch, held), group_level);
    start(std::move(of), old, window, patch);
    take_rows(old, window, patch);
    leaves = patch.cells[0].spliced(old.leaves, window.leaves);
    shapes = old.shapes;
    add_shapes(window);
    find_empty_rows();
    levels.interpolations.clear();
  }

  void start(CellLevels of, const CoarseStructure& old, const Builder& window, const CellLevelsPatch& patch) {
    levels = std::move(of);
    rows.resize(levels.levels.size() - 1);
    const int last = levels.last_in_bricks();
    for (int l = 1; l < count(); ++l) {
      rows[l - 1].colour = l <= last
                               ? patch.vertices[l].spliced(old.rows[l - 1].colour, window.rows[l - 1].colour)
                               : vertex_colours(levels.levels[l]);
      order_by_colour(l);
    }
    group_cells();
  }

  void take_rows(const CoarseStructure& old, const Builder& window, const CellLevelsPatch& patch) {
    const int last = levels.last_in_bricks();
    std::vector<RowMap> maps{{patch.vertices[0], {}}};
    for (int l = 1; l <= last; ++l) {
      const Rows &from = old.rows[l - 1], &within = window.rows[l - 1];
      Rows& now = rows[l - 1];
      maps.emplace_back(patch.vertices[l],
                        RowMap::Tables{from.new_of_old, within.new_of_old, now.new_of_old});
      now.pattern = patched(from.pattern, within.pattern, maps[l]);
      now.cells = patched(from.cells, within.cells, patch, l, now, levels.levels[l].unknowns);
    }
    place_blocks(last + 1);
    to_finest = patched(old.to_finest, window.to_finest, maps[0], maps[1]);
    for (int l = 1; l < last; ++l)
      rows[l - 1].P = patched(old.rows[l - 1].P, window.rows[l - 1].P, maps[l], maps[l + 1]);
    interpolate(last);
  }
};

}  // namespace

std::shared_ptr<const CoarseStructure> make_coarse_structure(CellLevels levels, std::span<const char> held) {
  if (levels.levels.size() < 2)
    throw Error("the octree has no coarser level", "", "solve so small a body directly");
  return std::make_shared<const Builder>(std::move(levels), held);
}

std::shared_ptr<const CoarseStructure> patched(const CoarseStructure& old, CellLevels levels,
                                               std::span<const char> held, const CellLevelsPatch& patch) {
  const bool same_groups =
      chosen_group_level(levels.levels[levels.last_in_bricks()].places) == old.group_level;
  if (levels.levels.size() != old.levels.levels.size() || !same_groups) return nullptr;
  return std::make_shared<const PatchedBuilder>(old, std::move(levels), held, patch);
}

}  // namespace sinew
