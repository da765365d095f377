#include "octree/solver/coarse_levels.h"

#include <algorithm>

#include "base/parallel.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

constexpr Index kLevelCells = 1024;  // per parallel chunk

// Values of a matrix, uninitialised except for the padding.
UnsetVector<float> room_for(const BlockPattern& pattern) {
  UnsetVector<float> values(9 * std::size_t(pattern.blocks()) + kBlockPadding);
  std::fill_n(values.end() - kBlockPadding, kBlockPadding, 0.0F);
  return values;
}

}  // namespace

CoarseLevels::CoarseLevels(std::shared_ptr<const CoarseStructure> structure, const GalerkinKernels& kernels,
                           std::shared_ptr<CoarsestValues> coarsest_values)
    : structure_(std::move(structure)), coarsest_values_(std::move(coarsest_values)), kernels_(kernels) {
  values_.resize(structure_->rows.size());
  cycle_.resize(structure_->rows.size());
  ratio_.assign(structure_->leaves.size(), 1);
  for (std::size_t l = 0; l < values_.size(); ++l) {
    const CoarseStructure::Rows& rows = structure_->rows[l];
    values_[l].matrix.pattern = &rows.pattern;
    if (l + 1 < values_.size() || !coarsest_values_) values_[l].matrix.values = room_for(rows.pattern);
    cycle_[l].A = &values_[l].matrix;
    cycle_[l].colour_start = rows.colour_start;
    cycle_[l].P = &rows.P;
  }
  // Phases but that of the coarsest level keep the matrices of their cells for the next one.
  for (const CoarseStructure::Phase& phase : structure_->phases)
    if (std::size_t(phase.level) < values_.size())
      values_[phase.level - 1].kept.resize(kCellMatrix *
                                           structure_->levels.levels[phase.level].places.size());
}

void CoarseLevels::set_stiffness(std::span<const CellStiffness> stiffness) {
  parallel_for_each(stiffness.size(), kLevelCells,
                    [&](Index c) { ratio_[c] = static_cast<float>(stiffness[c].lambda / stiffness[c].mu); });
}

// The mass of an unknown is passed up by the first leaf that follows it; other leaves would pass it to the
// same place.
void CoarseLevels::set_masses(std::span<const double> mass) {
  if (mass.empty()) {
    for (Values& values : values_) values.mass.clear();
    return;
  }
  const auto for_each_mass = [&](Index leaf, auto&& add) {
    const unsigned own = structure_->leaves[leaf].first & ~structure_->leaves[leaf].held;
    const CellUnknowns& cell = structure_->levels.levels[0].unknowns[leaf];
    for (int k = 0; k < 8; ++k)
      if (own >> k & 1) add(k, static_cast<float>(mass[cell.vertex[k]]));
  };
  const auto add_passed_on = [&](Index leaf, std::array<float, kPairLanes>& sum) {
    for_each_mass(leaf, [&](int k, float m) { sum[pair_of(k, k)] += m; });
  };
  const auto add_merged = [&](Index leaf, std::array<float, kPairLanes>& sum) {
    const WeightProducts& products = structure_->shapes.weight_products(structure_->shape_of(leaf, true));
    for_each_mass(leaf, [&](int k, float m) {
      for (int p = 0; p < kPairLanes; ++p) sum[p] += m * products[k][p];
    });
  };
  for (std::size_t l = 1; l < structure_->levels.levels.size(); ++l) {
    const CellLevel& cells = structure_->levels.levels[l];
    const CoarseStructure::Rows& rows = structure_->rows[l - 1];
    auto& masses = values_[l - 1].mass;
    masses.resize(cells.places.size());
    parallel_for_each(cells.places.size(), kLevelCells, [&](Index c) {
      masses[c].fill(0);
      if (rows.leaf[c] >= 0) {
        add_passed_on(rows.leaf[c], masses[c]);
        return;
      }
      for (Index at = cells.child_start[c]; at < cells.child_start[c + 1]; ++at) {
        const Index child = cells.child[at], leaf = l == 1 ? child : structure_->rows[l - 2].leaf[child];
        if (leaf >= 0) add_merged(leaf, masses[c]);
      }
    });
  }
}

void CoarseLevels::set_rollers(std::span<const Roller> rollers, std::span<const double> stiffness) {
  penalty_.reset();
  if (!rollers.empty()) penalty_.emplace(*structure_, rollers, stiffness);
}

TurnedCell CoarseLevels::turned(Index leaf, bool merged, std::span<const CellRotation> rotations) const {
  const auto [w, x, y, z] = rotations[leaf];
  const float squared = w * w + x * x + y * y + z * z;
  return {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),  //
           2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),  //
           2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z},
          ratio_[leaf],
          squared * squared,
          structure_->shapes.corner_products(structure_->shape_of(leaf, merged))};
}

RotatedCell CoarseLevels::rotated(Index leaf, std::span<const CellRotation> rotations) const {
  return {&rotations[leaf].w, ratio_[leaf], structure_->leaves[leaf].octant};
}

// A = masses + a leaf that is passed on.
void CoarseLevels::turn_leaf(Index leaf, std::span<const CellRotation> rotations, const float* mass,
                             float* A) const {
  if (is_part(leaf)) {
    kernels_.sum_cells(nullptr, 0, mass, A);
    add_part(leaf, false, rotations, A);
  } else if ((structure_->leaves[leaf].hanging | structure_->leaves[leaf].held) != 0) {
    const TurnedCell cell = turned(leaf, false, rotations);
    kernels_.sum_cells(&cell, 1, mass, A);
  } else {
    kernels_.turn_cell(rotated(leaf, rotations), mass, A);
  }
}

// Adds a leaf with a matrix of its own, W^T K W, where W are the weights by which its corners follow the corners of what
// it becomes part of, by way of its unknowns that are not held.
void CoarseLevels::add_part(Index leaf, bool merged, std::span<const CellRotation> rotations,
                            float* A) const {
  const auto [octant, hanging, held, first] = structure_->leaves[leaf];
  const CornerWeights H = corner_weights(octant, hanging), T = trilinear_weights(octant);
  double W[8][8] = {};
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 8; ++k) {
      if (H[i][k] == 0 || (held >> k & 1) != 0) continue;
      const bool is_corner =
          !merged || (hanging >> k & 1) != 0;  // the unknown is at a corner of the merged cell
      for (int j = 0; j < 8; ++j)
        W[i][j] += double(H[i][k]) * (is_corner ? (j == k ? 1.0 : 0.0) : double(T[k][j]));
    }
  const CubeMatrix K = parts_->turned(parts_->part_of(leaf), unit_quaternion(rotations[leaf]));
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 8; ++b) {
      double block[9] = {};
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j) {
          const double weight = W[i][a] * W[j][b];
          if (weight == 0) continue;
          for (int c = 0; c < 3; ++c)
            for (int r = 0; r < 3; ++r) block[3 * c + r] += weight * K[24 * (3 * j + c) + 3 * i + r];
        }
      for (int k = 0; k < 9; ++k)
        A[kBlockRow * a + 9 * b + k] += static_cast<float>(factor_of_parts_ * block[k]);
    }
}

// A = masses + the leaves among a merged cell's children.
void CoarseLevels::merge_leaves(std::span<const Index> all, std::span<const CellRotation> rotations,
                                const float* mass, float* A) const {
  if (std::ranges::any_of(all, [&](Index leaf) { return is_part(leaf); })) {
    std::array<TurnedCell, 8> whole;
    int n = 0;
    for (const Index leaf : all)
      if (!is_part(leaf)) whole[n++] = turned(leaf, true, rotations);
    kernels_.sum_cells(whole.data(), n, mass, A);
    for (const Index leaf : all)
      if (is_part(leaf)) add_part(leaf, true, rotations, A);
    return;
  }
  const std::span<const Index> leaves = all;
  const int count = static_cast<int>(leaves.size());
  const auto is_held = [&](Index leaf) { return structure_->leaves[leaf].held != 0; };
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
  const CellLevel& cells = structure_->levels.levels[level];
  const CoarseStructure::Rows& rows = structure_->rows[level - 1];
  Values& own = values_[level - 1];
  const bool in_brick = level <= kBrickLevel;
  kernels_.expect_rows(rows.cells[cell], own.matrix.values.data());
  float *A = scratch, *below = scratch + kCellMatrix;
  const float* mass = own.mass.empty() ? nullptr : own.mass[cell].data();
  const Index begin = cells.child_start[cell], end = cells.child_start[cell + 1];
  if (const Index leaf = rows.leaf[cell]; leaf >= 0) {
    // The matrix of a cell that is passed on again does not change.
    const float* whole = A;
    if (level > 1 && in_brick)
      whole = build(level - 1, cells.child[begin], rotations, below);
    else
      turn_leaf(leaf, rotations, mass, A);
    kernels_.add_to_rows(whole, rows.cells[cell], own.matrix.values.data());
    return whole;
  }
  // Merge the children that are cells of the octree.
  const auto leaf_of = [&](Index child) {
    return level == 1 ? child : structure_->rows[level - 2].leaf[child];
  };
  std::array<Index, 8> leaves;
  std::size_t count = 0;
  for (Index at = begin; at < end; ++at)
    if (const Index leaf = leaf_of(cells.child[at]); leaf >= 0) leaves[count++] = leaf;
  merge_leaves({leaves.data(), count}, rotations, mass, A);

  // Add the children that are merged cells themselves.
  for (Index at = begin; at < end && level > 1; ++at) {
    const Index child = cells.child[at];
    const float* matrix = in_brick ? build(level - 1, child, rotations, below)
                                   : &values_[level - 2].kept[std::size_t(kCellMatrix) * child];
    if (leaf_of(child) < 0)
      kernels_.add_child(matrix, structure_->levels.levels[level - 1].places[child].octant(), A);
  }
  kernels_.add_to_rows(A, rows.cells[cell], own.matrix.values.data());
  return A;
}

void CoarseLevels::rebuild(std::span<const CellRotation> rotations) {
  const ProfileZone zone("galerkin");
  BlockMatrix<float>& coarsest = values_.back().matrix;
  CoarsestValues::Lease lease;
  if (coarsest_values_) {
    lease = coarsest_values_->take();
    if (lease->empty()) *lease = room_for(*coarsest.pattern);
    coarsest.values.swap(*lease);
  }
  build_rows(rotations);
  for (std::size_t l = 0; l < values_.size() && penalty_; ++l)
    penalty_->add_to(static_cast<int>(l) + 1, values_[l].matrix);
  raise_empty_rows();
  prepare_smoothers();
  coarsest_.factor_semidefinite(coarsest);
  if (lease) coarsest.values.swap(*lease);
}

// Goes colour by colour.
void CoarseLevels::build_rows(std::span<const CellRotation> rotations) {
  for (const CoarseStructure::Phase& phase : structure_->phases) {
    UnsetVector<float>& kept = values_[phase.level - 1].kept;
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
}

void CoarseLevels::prepare_smoothers() {
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
}

// A vertex that nothing follows, since everything around it is held, gets the identity as its diagonal block.
void CoarseLevels::raise_empty_rows() {
  for (std::size_t l = 0; l < values_.size(); ++l)
    for (const Index row : structure_->rows[l].empty) {
      const auto block = values_[l].matrix.block(structure_->rows[l].pattern.diagonal[row]);
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
