#include "octree/solver/coarse_levels.h"

#include <algorithm>

#include "base/parallel.h"
#include "sinew/base/profile.h"

namespace sinew {

CellShape CoarseLevels::shape_of(Index leaf, bool merged) const {
  const Leaf& of = leaves_[leaf];
  return {of.octant, of.hanging, of.held, merged};
}

TurnedCell CoarseLevels::turned(Index leaf, bool merged, std::span<const CellRotation> rotations) const {
  const auto [w, x, y, z] = rotations[leaf];
  const float squared = w * w + x * x + y * y + z * z;
  return {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),  //
           2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),  //
           2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z},
          leaves_[leaf].ratio,
          squared * squared,
          shapes_.gradients(shape_of(leaf, merged))};
}

RotatedCell CoarseLevels::rotated(Index leaf, std::span<const CellRotation> rotations) const {
  return {&rotations[leaf].w, leaves_[leaf].ratio, leaves_[leaf].octant};
}

// A = masses + a leaf that is passed on.
void CoarseLevels::turn_leaf(Index leaf, std::span<const CellRotation> rotations, const float* mass,
                             float* A) const {
  if ((leaves_[leaf].hanging | leaves_[leaf].held) != 0) {
    const TurnedCell cell = turned(leaf, false, rotations);
    kernels_.sum_cells(&cell, 1, mass, A);
  } else {
    kernels_.turn_cell(rotated(leaf, rotations), mass, A);
  }
}

// A = masses + the leaves among a merged cell's children.
void CoarseLevels::merge_leaves(std::span<const Index> leaves, std::span<const CellRotation> rotations,
                                const float* mass, float* A) const {
  const int count = static_cast<int>(leaves.size());
  const auto is_held = [&](Index leaf) { return leaves_[leaf].held != 0; };
  if (count == 0) {
    std::fill_n(A, kCellMatrix, 0.0F);  // there are no masses either, since only leaves bring them
  } else if (count < kernels_.merged_from || std::any_of(leaves.begin(), leaves.end(), is_held)) {
    std::array<TurnedCell, 8> cells;
    for (int k = 0; k < count; ++k) cells[k] = turned(leaves[k], true, rotations);
    kernels_.sum_cells(cells.data(), count, mass, A);
  } else {
    std::array<RotatedCell, 8> cells;
    for (int k = 0; k < count; ++k) cells[k] = rotated(leaves[k], rotations);
    kernels_.merge_cells(cells.data(), count, mass, A);
  }
}

// Returns the cell's matrix, which is in `scratch`; that has room for one per level from this one down.
const float* CoarseLevels::build(int level, Index cell, std::span<const CellRotation> rotations,
                                 float* scratch) {
  const CellLevel& cells = levels_.levels[level];
  Rows& rows = rows_[level - 1];
  const bool in_brick = level <= kBrickLevel;
  kernels_.expect_rows(rows.cells[cell], rows.matrix.values.data());
  float *A = scratch, *below = scratch + kCellMatrix;
  const float* mass = rows.mass.empty() ? nullptr : rows.mass[cell].data();
  const Index begin = cells.child_start[cell], end = cells.child_start[cell + 1];
  if (const Index leaf = rows.leaf[cell]; leaf >= 0) {
    // The matrix of a cell that is passed on again does not change.
    const float* whole = A;
    if (level > 1 && in_brick)
      whole = build(level - 1, cells.child[begin], rotations, below);
    else
      turn_leaf(leaf, rotations, mass, A);
    kernels_.add_to_rows(whole, rows.cells[cell], rows.matrix.values.data());
    return whole;
  }
  // Merge the children that are cells of the octree.
  const auto leaf_of = [&](Index child) { return level == 1 ? child : rows_[level - 2].leaf[child]; };
  std::array<Index, 8> leaves;
  std::size_t count = 0;
  for (Index at = begin; at < end; ++at)
    if (const Index leaf = leaf_of(cells.child[at]); leaf >= 0) leaves[count++] = leaf;
  merge_leaves({leaves.data(), count}, rotations, mass, A);

  // Add the children that are merged cells themselves.
  for (Index at = begin; at < end && level > 1; ++at) {
    const Index child = cells.child[at];
    const float* matrix = in_brick ? build(level - 1, child, rotations, below)
                                   : &rows_[level - 2].kept[std::size_t(kCellMatrix) * child];
    if (leaf_of(child) < 0) kernels_.add_child(matrix, levels_.levels[level - 1].places[child].octant(), A);
  }
  kernels_.add_to_rows(A, rows.cells[cell], rows.matrix.values.data());
  return A;
}

void CoarseLevels::rebuild(std::span<const CellRotation> rotations) {
  const ProfileZone zone("galerkin");
  // Build the rows, colour by colour.
  for (const Phase& phase : phases_) {
    UnsetVector<float>& kept = rows_[phase.level - 1].kept;
    for (std::size_t colour = 0; colour + 1 < phase.colour_start.size(); ++colour) {
      const Index first = phase.colour_start[colour], count = phase.colour_start[colour + 1] - first;
      parallel_for(count, 1, [&](Index begin, Index end) {
        alignas(64) std::array<float, (kBrickLevel + 1) * kCellMatrix> scratch;
        for (Index g = first + begin; g < first + end; ++g)
          for (Index c = phase.groups[g].begin; c < phase.groups[g].end; ++c) {
            const float* A = build(phase.level, c, rotations, scratch.data());
            if (!kept.empty()) std::copy_n(A, kCellMatrix, kept.begin() + std::ptrdiff_t(kCellMatrix) * c);
          }
      });
    }
  }
  raise_empty_rows();
  // Prepare the smoother of each level.
  for (std::size_t l = 0; l + 1 < cycle_.size(); ++l) {
    CycleLevel<float>& level = cycle_[l];
    level.rounded = l < kRoundedLevels ? &rounded_[l] : nullptr;
    if (level.rounded != nullptr) {
      round_to(*level.A, rounded_[l], level.inverse_diagonal);
      invert_diagonal(*level.A, level.exact_inverse);
    } else {
      invert_diagonal(*level.A, level.inverse_diagonal);
    }
  }
  coarsest_.factor_semidefinite(rows_.back().matrix);
}

// A vertex that nothing follows, since everything around it is held, gets the identity as its diagonal block.
void CoarseLevels::raise_empty_rows() {
  for (Rows& rows : rows_)
    for (const Index row : rows.empty) {
      const auto block = rows.matrix.block(rows.pattern.diagonal[row]);
      for (int k = 0; k < 9; k += 4) block[k] = 1;
    }
}

template <typename Row>
CoarseLevels::WorkOf<Row> CoarseLevels::make_work() const {
  WorkOf<Row> work = make_cycle_work<Row>(cycle_);
  work[0].x.resize(static_cast<std::size_t>(vertices())), work[0].b.resize(work[0].x.size());
  return work;
}

template <typename Row>
void CoarseLevels::solve(const CycleParams& params, WorkOf<Row>& work) const {
  solve_by_directions<Row>(cycle_, coarsest_, params, work);
}

#define SINEW_FOR(Row)                                                \
  template CoarseLevels::WorkOf<Row> CoarseLevels::make_work() const; \
  template void CoarseLevels::solve(const CycleParams&, WorkOf<Row>&) const;
SINEW_FOR(Block3<float>)
SINEW_FOR(PanelRow<float>)
#undef SINEW_FOR

}  // namespace sinew
