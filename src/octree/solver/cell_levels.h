#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "multigrid/interpolation.h"
#include "octree/grid/grid_patch.h"
#include "octree/solver/cell_graph.h"

namespace sinew {

// The multigrid hierarchy over a cut octree [Dick11, sec. 6.2 and 6.3].
//
// Level 0 has the cells of the octree. From level l to level l + 1, cells of 2^l voxels are merged within
// blocks of 2^(l+1): one coarse cell for each connected set of them, so that a block that a cut goes through
// has two or more cells at one place. Larger cells are passed on unchanged. Coarse cells are joined if cells
// within them are.
//
//     +--+--+--+--+        +-----+-----+      Left: a cut (#) between cells. Right: the block it goes through
//     |  |  |  #  |        |     |  a  |      becomes two cells at one place: a has what is left of the cut,
//     +--+--+--#--+   ->   |     +-----+      b what is right of it (drawn smaller than they are). They share
//     |  |  |  #  |        |     |  b  |      no vertex, but where others join them: connected cells share
//     +--+--+--+--+        +-----+-----+      the vertices of their common face.
//
// Hanging corners (T-junctions) exist only on cells of the octree, never on merged ones: beside a cell of
// 2^(l+1) voxels there are cells of at least 2^l, and cells with a link that is not joined have one voxel.
// Within a merged cell, the value at any corner of a child, hanging or not, is thus the trilinear one of the
// eight corners around:
//   x_i = mean of u_k over k with octant ^ k a subset of octant ^ i   (trilinear_weights)
struct CellLevel {
  // In the order of the Morton codes of their lower corners; cells at the same place are in the order of
  // their first children. On level l all have at least 2^l voxels.
  std::vector<CellPlace> places;
  std::vector<CellUnknowns> unknowns;  // per cell, in the numbers of this level
  std::vector<Index> parent;  // per cell: the cell of the next level that it is merged into or passed on as
  // The children of cell c, on the level before: child[child_start[c]] up to child[child_start[c + 1]].
  std::vector<Index> child_start, child;
  Index vertex_count = 0;
  std::vector<LatticePoint> vertex_points;  // in the order of their Morton codes
  // Up to level kBrickLevel: where the cells of each brick begin, and the vertices of each brick of points.
  std::vector<Index> brick_start, point_start;
};

struct CellLevels {
  std::vector<CellLevel> levels;  // level 0 is the finest
  // [l]: from level l + 1 to the unknowns of level l; the transpose is not set.
  std::vector<Interpolation> interpolations;
  CellGraph graph;  // of the coarsest level whose cells lie within bricks

  // That level.
  int last_in_bricks() const { return std::min(kBrickLevel, static_cast<int>(levels.size()) - 1); }
};

// The weights by which the corners of a child in this octant follow those of the merged cell around it.
CornerWeights trilinear_weights(int octant);

struct CellLevelsParams {
  // Coarsening ends at a level with at most this many vertices, or if another level would not have fewer.
  Index coarsest_vertices = 300;
  int most_levels = std::numeric_limits<int>::max();
};

CellLevels make_cell_levels(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                            const CellLevelsParams& params = {});
CellLevels make_cell_levels(const OctreeGrid& grid, const CellLevelsParams& params = {});

// How the cells and vertices of each level up to last_in_bricks() are renumbered by a small cut, and the levels
// of its window.
struct CellLevelsPatch {
  CellLevels window;
  std::vector<IndexSplice> cells, vertices;  // per level
};
// Empty if the window has too few levels.
std::optional<CellLevelsPatch> cell_levels_patch(const CellLevels& old, const GridPatch& patch);
// The levels after the cut, with the same bits as those made from the whole grid. Empty if they would end
// before last_in_bricks(). Interpolations up to that level are left out: CoarseStructure has its own.
std::optional<CellLevels> patched(const CellLevels& old, const OctreeGrid& grid,
                                  const CellLevelsPatch& patch);

}  // namespace sinew
