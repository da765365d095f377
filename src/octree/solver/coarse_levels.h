#pragma once

#include <optional>

#include "base/scratch_pool.h"
#include "multigrid/cycle.h"
#include "octree/solver/cell_assembly.h"
#include "octree/solver/cell_levels.h"
#include "octree/solver/cell_operator.h"
#include "octree/solver/coarse_structure.h"
#include "octree/solver/roller_penalty.h"

namespace sinew {

// Levels 1 and coarser of an octree's multigrid: Galerkin operators as block-sparse rows, rebuilt whenever
// the rotations of the cells change, and the V-cycle over them. In single precision.
//
// Cell matrices are transient ([Dick11, sec. 6.4] stores them): brick by brick, the matrices of a level's
// cells are summed up, added to the rows of the level, and passed on to the next level,
//
//     cells of the octree --- rotated, P^T K P is constant ---> level 1 ---> level 2 ---> level 3 (kept)
//                                                                | rows      | rows      | rows
//
// depth first, so that one matrix per level is in the cache. Bricks that touch write to the same rows. They
// have different colours, which are processed one after the other, so that sums have the same bits for any
// number of threads.
class CoarseLevels {
 public:
  // Memory for the values of a coarsest matrix, which nobody reads once it is factored.
  using CoarsestValues = ScratchPool<UnsetVector<float>>;
  // Stiffness and masses must be set before the first rebuild. Without `coarsest_values` the coarsest matrix
  // is kept.
  explicit CoarseLevels(std::shared_ptr<const CoarseStructure> structure,
                        const GalerkinKernels& kernels = galerkin_kernels_for(best_instruction_set()),
                        std::shared_ptr<CoarsestValues> coarsest_values = nullptr);

  CoarseLevels(CoarseLevels&&) = default;
  CoarseLevels& operator=(CoarseLevels&&) = default;

  // Of level 1. They are numbered by colour, not as in CellLevels.
  Index vertices() const { return structure_->rows[0].pattern.rows(); }
  // From level 1 to the finest unknowns.
  const Interpolation& interpolation() const { return structure_->to_finest; }

  // Per cell of the octree.
  void set_stiffness(std::span<const CellStiffness> stiffness);
  // Cells with matrices of their own, which are multiplied by the factor; null: none.
  void set_parts(std::shared_ptr<const PartCells> parts, double factor) {
    parts_ = std::move(parts), factor_of_parts_ = factor;
  }
  // Per finest unknown: the mass term on the diagonal; may be empty.
  void set_masses(std::span<const double> mass);

  // Nodes that are held along some directions, and the stiffness with which coarse levels feel that.
  void set_rollers(std::span<const Roller> rollers, std::span<const double> stiffness);

  // Rebuilds all matrices. Rotations are per cell of the octree, with |q|^4 = mu.
  void rebuild(std::span<const CellRotation> rotations);

  // What a cycle writes; work[0].b is the right-hand side on level 1, work[0].x the solution.
  template <typename Row>
  using WorkOf = std::vector<CycleWork<Row>>;
  using Work = WorkOf<Block3<float>>;
  template <typename Row = Block3<float>>
  WorkOf<Row> make_work() const;
  // Solves A x = b on level 1 approximately, by one cycle per direction (CycleParams). b is overwritten.
  template <typename Row>
  void solve(const CycleParams& params, WorkOf<Row>& work) const;

  // The levels from 1 on, and the solver of the last.
  std::span<const CycleLevel<float>> hierarchy() const { return cycle_; }
  const DirectSolver& coarsest() const { return coarsest_; }
  // For level l >= 1; the coarsest has values only if they are kept.
  const BlockMatrix<float>& matrix(int level) const { return values_[level - 1].matrix; }
  const std::vector<Index>& colour_start(int level) const { return structure_->rows[level - 1].colour_start; }
  // The row of vertex v of CellLevels on level l >= 1.
  Index row_of(int level, Index v) const { return structure_->rows[level - 1].new_of_old[v]; }

 private:
  // The number of first levels whose sweeps use rounded matrices; they are most of what cycles read.
  static constexpr std::size_t kRoundedLevels = 2;

  // The numbers of level l >= 1, at values_[l - 1].
  struct Values {
    BlockMatrix<float> matrix;
    UnsetVector<std::array<float, kPairLanes>> mass;  // per cell: masses from cells of the octree; or empty
    UnsetVector<float> kept;                          // cell matrices, from level 3 on
  };

  TurnedCell turned(Index leaf, bool merged, std::span<const CellRotation> rotations) const;
  RotatedCell rotated(Index leaf, std::span<const CellRotation> rotations) const;
  void turn_leaf(Index leaf, std::span<const CellRotation> rotations, const float* mass, float* A) const;
  void merge_leaves(std::span<const Index> leaves, std::span<const CellRotation> rotations, const float* mass,
                    float* A) const;
  bool is_part(Index leaf) const { return parts_ && parts_->part_of(leaf) >= 0; }
  void add_part(Index leaf, bool merged, std::span<const CellRotation> rotations, float* A) const;
  const float* build(int level, Index cell, std::span<const CellRotation> rotations, float* scratch);
  void build_rows(std::span<const CellRotation> rotations);
  void raise_empty_rows();
  void prepare_smoothers();

  std::shared_ptr<const CoarseStructure> structure_;
  std::shared_ptr<CoarsestValues> coarsest_values_;
  GalerkinKernels kernels_;
  std::vector<Values> values_;
  LargeVector<float> ratio_;  // per cell of the octree: lambda / mu
  std::vector<RoundedMatrix> rounded_ = std::vector<RoundedMatrix>(kRoundedLevels);
  std::vector<CycleLevel<float>> cycle_;
  DirectSolver coarsest_;
  std::optional<RollerPenalty> penalty_;  // if there are rollers
  std::shared_ptr<const PartCells> parts_;
  double factor_of_parts_ = 1;
};

}  // namespace sinew
