#include "octree/coarse_solver.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/parallel.h"
#include "octree/cell_rows.h"

namespace sinew {

namespace {

constexpr Index kCells = 1024;  // of a parallel chunk
int parity(const LatticePoint& p) { return (p.x & 1) | (p.y & 1) << 1 | (p.z & 1) << 2; }

unsigned held_unknowns(const CellUnknowns& cell, std::span<const char> held) {
  unsigned bits = 0;
  for (unsigned k = 0; k < 8; ++k)
    if (!held.empty() && held[cell.vertex[k]] != 0) bits |= 1U << k;
  return bits;
}

// Colours of the vertices of a level: the parity of their points in steps of the largest cell that follows
// them, and the level of that cell modulo 3. Two unknowns of one cell differ in it: with the same step they
// are one apart, since where corners hang it is the step of the parent; and steps differ by two levels at
// most, the octree being balanced.
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

// Numbers by key, those of one key in their order; `start` gets where each key that occurs begins.
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

// Gives a matrix another pattern, with values that are not set but for the padding.
void make_room(const BlockPattern& pattern, BlockMatrix<float>& matrix) {
  const std::size_t size = 9 * std::size_t(pattern.blocks()) + kBlockPadding;
  matrix.pattern = &pattern;
  if (matrix.values.capacity() < size) matrix.values = {};
  matrix.values.resize(size);
  std::fill_n(matrix.values.end() - kBlockPadding, kBlockPadding, 0.0F);
}

}  // namespace

CoarseSolver::CoarseSolver(CellLevels levels, const GalerkinKernels& kernels) : kernels_(kernels) {
  set_levels(std::move(levels));
}

void CoarseSolver::set_levels(CellLevels levels) {
  if (levels.levels.size() < 2)
    throw Error("the octree has no coarser level", "", "solve so small a body directly");
  levels_ = std::move(levels);
  const int count = static_cast<int>(levels_.levels.size());
  rows_.resize(levels_.levels.size() - 1);
  cycle_.resize(rows_.size());
  phases_.clear();
  coarsest_ = DirectSolver();
  for (int l = 1; l < count; ++l) order_by_colour(l);
  for (int l = std::min(kBrickLevel, count - 1); l < count; ++l) make_phase(l);
  for (int l = 1; l < count; ++l) pass_leaves_on(l);
  place_blocks();
  for (int l = 1; l < count; ++l)
    cycle_[l - 1].P =
        l + 1 == count ? Interpolation{}
                       : renumbered(levels_.interpolations[l], rows_[l - 1].old_of_new, rows_[l].new_of_old);
  leaves_.assign(levels_.levels[0].places.size(), {});
  for (std::size_t c = 0; c < leaves_.size(); ++c)
    leaves_[c].octant = static_cast<std::uint8_t>(levels_.levels[0].places[c].octant());
}

void CoarseSolver::order_by_colour(int level) {
  const CellLevel& cells = levels_.levels[level];
  Rows& rows = rows_[level - 1];
  CycleLevel<float>& cycle = cycle_[level - 1];
  rows.old_of_new = sorted_by(vertex_colours(cells), cycle.colour_start);
  rows.new_of_old.resize(cells.vertex_count);
  for (Index v = 0; v < cells.vertex_count; ++v) rows.new_of_old[rows.old_of_new[v]] = v;

  for (BlockVector<float>* work : {&cycle.x, &cycle.b, &cycle.r}) work->resize(cells.vertex_count);
}

// Cells in blocks of 2^side voxels, which must be consecutive, and the colour of each block.
std::vector<CoarseSolver::Group> CoarseSolver::groups_of(std::span<const CellPlace> places, int side,
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

void CoarseSolver::make_phase(int level) {
  const std::vector<CellPlace>& places = levels_.levels[level].places;
  Phase phase{level, {}, {}};
  std::vector<std::uint8_t> colour;
  std::vector<Group> groups = groups_of(places, std::max(level, kBrickLevel), colour);
  // Large groups share few rows: with 32^3 voxels instead of 8^3 a rebuild takes three quarters of the time.
  // But there must be enough of them to go round.
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

void CoarseSolver::pass_leaves_on(int level) {
  const CellLevel &fine = levels_.levels[level - 1], &coarse = levels_.levels[level];
  std::vector<Index>& leaf = rows_[level - 1].leaf;
  leaf.resize(coarse.places.size());
  parallel_for(static_cast<Index>(leaf.size()), kCells, [&](Index begin, Index end) {
    for (Index c = begin; c < end; ++c) {
      const Index child = coarse.child[coarse.child_start[c]];
      const bool passed_on = fine.places[child] == coarse.places[c];
      leaf[c] = !passed_on ? -1 : level == 1 ? child : rows_[level - 2].leaf[child];
    }
  });
}

// The pattern of every level, and the places of the cells' blocks in it.
void CoarseSolver::place_blocks() {
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
  for (std::size_t l = 1; l < levels_.levels.size(); ++l) {
    Rows& rows = rows_[l - 1];
    const CellLevel& cells = levels_.levels[l];
    rows.cells = cell_rows(cells.unknowns, rows.new_of_old, order[l], rows.pattern);
    make_room(rows.pattern, rows.matrix);
    cycle_[l - 1].A = &rows.matrix;
  }
}

void CoarseSolver::set_stiffness(std::span<const CellStiffness> stiffness) {
  for (std::size_t c = 0; c < stiffness.size(); ++c)
    leaves_[c].ratio = static_cast<float>(stiffness[c].lambda / stiffness[c].mu);
}

void CoarseSolver::set_vertices(std::span<const double> mass, std::span<const char> held) {
  choose_shapes(held);
  spread_masses(mass, held);
  interpolate_to_finest(held);
  find_empty_rows();
}

CellShape CoarseSolver::shape_of(Index leaf, bool merged, std::span<const char> held) const {
  const CellLevel& finest = levels_.levels[0];
  return {static_cast<std::uint8_t>(finest.places[leaf].octant()), finest.unknowns[leaf].hanging,
          static_cast<std::uint8_t>(held_unknowns(finest.unknowns[leaf], held)), merged};
}

void CoarseSolver::choose_shapes(std::span<const char> held) {
  const Index n = static_cast<Index>(levels_.levels[0].places.size());
  passed_.resize(n);
  merged_.resize(n);
  for (Index leaf = 0; leaf < n; ++leaf) {
    const CellShape passed = shape_of(leaf, false, held);
    leaves_[leaf].hangs = passed.hanging != 0;
    leaves_[leaf].is_held = passed.held != 0;
    passed_[leaf] = shapes_.gradients(passed);
    merged_[leaf] = shapes_.gradients(shape_of(leaf, true, held));
  }
}

// The mass of an unknown is shared out evenly to the cells that follow it, which bring it to the levels.
void CoarseSolver::spread_masses(std::span<const double> mass, std::span<const char> held) {
  const CellLevel& finest = levels_.levels[0];
  if (mass.empty()) {
    for (Rows& rows : rows_) rows.mass.clear();
    return;
  }
  std::vector<Index> followers(finest.vertex_count, 0);
  for (const CellUnknowns& cell : finest.unknowns)
    for (const Index v : cell.vertex) ++followers[v];
  std::vector<float> share(finest.vertex_count);
  for (Index v = 0; v < finest.vertex_count; ++v) share[v] = static_cast<float>(mass[v] / followers[v]);
  std::vector<const WeightProducts*> passed, merged;
  for (std::size_t leaf = 0; leaf < finest.places.size(); ++leaf) {
    passed.push_back(shapes_.products(shape_of(static_cast<Index>(leaf), false, held)));
    merged.push_back(shapes_.products(shape_of(static_cast<Index>(leaf), true, held)));
  }
  const auto add = [&](Index leaf, const WeightProducts& products, std::array<float, kPairLanes>& sum) {
    const CellUnknowns& cell = finest.unknowns[leaf];
    for (int k = 0; k < 8; ++k)
      for (int p = 0; p < kCornerPairs; ++p) sum[p] += share[cell.vertex[k]] * products[k][p];
  };
  for (std::size_t l = 1; l < levels_.levels.size(); ++l) {
    const CellLevel& cells = levels_.levels[l];
    Rows& rows = rows_[l - 1];
    rows.mass.assign(cells.places.size(), {});
    parallel_for(static_cast<Index>(cells.places.size()), kCells, [&](Index begin, Index end) {
      for (Index c = begin; c < end; ++c) {
        if (rows.leaf[c] >= 0) {
          add(rows.leaf[c], *passed[rows.leaf[c]], rows.mass[c]);
          continue;
        }
        for (Index at = cells.child_start[c]; at < cells.child_start[c + 1]; ++at) {
          const Index child = cells.child[at], leaf = l == 1 ? child : rows_[l - 2].leaf[child];
          if (leaf >= 0) add(leaf, *merged[leaf], rows.mass[c]);
        }
      }
    });
  }
}

void CoarseSolver::interpolate_to_finest(std::span<const char> held) {
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
  parallel_for(n, kCells, [&](Index begin, Index end) {
    for (Index v = begin; v < end; ++v) {
      if (!follows(v)) continue;
      Index to = to_finest_.row_start[v];
      for (Index at = P.row_start[v]; at < P.row_start[v + 1]; ++at, ++to) {
        to_finest_.column[to] = rows_[0].new_of_old[P.column[at]];
        to_finest_.weight[to] = P.weight[at];
      }
    }
  });
  transpose(to_finest_);
}

void CoarseSolver::find_empty_rows() {
  std::vector<char> followed(vertices());  // by row
  for (Index row = 0; row < vertices(); ++row)
    followed[row] = to_finest_.transposed_start[row] < to_finest_.transposed_start[row + 1];
  for (std::size_t l = 0; l < rows_.size(); ++l) {
    Rows& rows = rows_[l];
    rows.empty.clear();
    for (Index row = 0; row < rows.pattern.rows(); ++row)
      if (followed[row] == 0) rows.empty.push_back(row);
    if (l + 1 == rows_.size()) break;
    // What follows nothing hands nothing on.
    const Interpolation& P = levels_.interpolations[l + 1];
    std::vector<char> coarse(P.coarse_nodes, 0);
    for (Index v = 0; v < P.fine_nodes(); ++v)
      for (Index at = P.row_start[v]; at < P.row_start[v + 1] && followed[rows.new_of_old[v]] != 0; ++at)
        coarse[rows_[l + 1].new_of_old[P.column[at]]] = 1;
    followed = std::move(coarse);
  }
}

}  // namespace sinew
