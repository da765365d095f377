#pragma once

#include <functional>
#include <map>

#include "octree/cell_measures.h"
#include "octree/grid/cell_wishes.h"
#include "sinew/octree/octree_adaptivity.h"

namespace sinew {

// The cells of an adaptive body as a front through the tree of blocks, which moves where the body deforms:
//
//     level 2   +-------+     What is above the front (+) is split, what is below it is not there. A cell whose strain
//     level 1   +---o   o     jumps moves it down; eight cells that follow the corners of their block as it is, and
//     level 0   o o           did so for a while, move it up.
//
// Wishes and the counts of waiting blocks are state; thresholds are not.
class CellFront {
 public:
  // Whether a cell of these corners (m, in own axes) is about to be touched by something that moves.
  using IsNear = std::function<bool(const CornerValues& corners)>;

  // What is waited for: per brick and block (CellWishes::block_number), how many changes it has been ready to merge.
  using Waiting = std::map<std::pair<Index, int>, int>;

  explicit CellFront(const OctreeAdaptivity& params) : params_(params) {}

  const OctreeAdaptivity& params() const { return params_; }
  // See OctreeAdaptivity::most_cells; from the next change on. Cells that are there stay until they may merge.
  void set_budget(Index most_cells) { params_.most_cells = most_cells; }
  const Waiting& waiting() const { return waiting_; }
  int steps() const { return steps_; }
  void restore(Waiting waiting, int steps) { waiting_ = std::move(waiting), steps_ = steps; }
  // Counts a step; returns whether cells may change after it.
  bool is_due();

  // The wishes for the next cells. `size`: the longest side of the body at rest, m. `count`: how many cells these
  // wishes would give.
  CellWishes next(const OctreeGrid& grid, const OctreeMaterials& materials, CellMeasures::In u, double size,
                  const IsNear& is_near, const std::function<Index(const CellWishes&)>& count);
  // Blocks that could not be merged, since these wishes have them split, wait again.
  void wait_again(const CellWishes& wishes);

 private:
  struct Split {
    Index brick, cell;
    double measure;
  };

  void merge(const OctreeGrid& grid, const CellMeasures& measures, std::span<const double> measure,
             double size, const IsNear& is_near, CellWishes& next);
  bool may_merge(const CellMeasures& measures, std::span<const double> measure, Index first, Index count,
                 double size, const IsNear& is_near) const;
  void split_near(const OctreeGrid& grid, const CellMeasures& measures, const IsNear& is_near,
                  CellWishes& next) const;
  std::vector<Split> splits(const OctreeGrid& grid, std::span<const double> measure) const;

  OctreeAdaptivity params_;
  Waiting waiting_;
  int steps_ = 0;  // since cells might change
};

}  // namespace sinew
