#pragma once

#include <optional>

#include "octree/grid/index_splice.h"
#include "octree/grid/octree_grid.h"

namespace sinew {

// What a small cut changes in an octree. Around it, in a window of some bricks, everything is made again as
// for a whole body; what the window then has in its inner bricks replaces what the body had there, and all
// else keeps its values and is only renumbered. The result has the same bits as the octree made from all
// links.
//
//     . . . . . . .     #  bricks with a link that has been cut, or with other cells than before
//     . . o o o . .     o  bricks that touch these: their cells follow vertices that may have changed. Cells of
//     . . o # o . .        # and o, and the vertices that these bricks touch, are taken from the window
//     . . o o o . .     .  two more rings, so that the window is right there: cells that touch such vertices,
//     . . . . . . .        and all that touch the other vertices of those
//
// Numbers follow the bricks (IndexSplice), and a cell or vertex depends on the bricks around it alone: a
// vertex on the eight bricks that touch its brick of points, a cell on its own brick, and on vertices of the
// eight bricks of points that touch it.
struct GridPatch {
  OctreeGrid window;
  std::vector<Index> bricks;        // of the window: their numbers in the body, ascending
  std::vector<char> taken;          // per brick of the window
  std::vector<Index> point_bricks;  // of the window: their numbers in the body, ascending
  std::vector<char> points_taken;   // per brick of points of the window
  IndexSplice cells, unknowns, hanging;

  // Whether no link was joined before: cells and vertices are what they were.
  bool is_empty() const { return bricks.empty(); }
};

struct GridPatchParams {
  // The largest share of the bricks that a window may have. Larger ones are slower than making all again.
  double most_bricks = 0.25;
};

// What links that are joined in `old` and not in `now` change. Empty if the window would be too large.
// `coarsest` and `marks` are those of the old octree.
std::optional<GridPatch> grid_patch(const OctreeGrid& old, const LinkedVoxels& now, int coarsest,
                                    const RefinementMarks& marks, const GridPatchParams& params = {});

// The octree after the cut.
OctreeGrid patched(const OctreeGrid& old, LinkedVoxels now, const GridPatch& patch);

}  // namespace sinew
