#pragma once

#include "multigrid/interpolation.h"
#include "octree/grid/vertices.h"

namespace sinew {

// The multigrid hierarchy over a cut octree [Dick11, sec. 6.2 and 6.3].
//
// Level 0 has the cells of the octree. From level l to level l + 1 the cells of 2^l voxels are merged block
// by block of 2^(l+1), one coarse cell for each set of them that hangs together within the block, so that
// there are two or more cells at a place that a cut goes through; larger cells are passed on as they are.
// Coarse cells are joined where cells within them are.
//
//     +--+--+--+--+        +-----+-----+      Left: a cut (#) between cells. Right: the block it goes through
//     |  |  |  #  |        |     |  a  |      becomes two cells at one place: a has what is left of the cut,
//     +--+--+--#--+   ->   |     +-----+      b what is right of it (drawn smaller than they are). They share
//     |  |  |  #  |        |     |  b  |      no vertex, but where others join them: connected cells share
//     +--+--+--+--+        +-----+-----+      the vertices of their common face.
//
// Only cells of the octree hang on larger ones, never merged ones: beside a cell of 2^(l+1) voxels there are
// cells of 2^l at least, and those with a link that is not joined are of one voxel. So within a merged cell
// the value at any corner of a child, hanging or not, is the trilinear one of the eight corners around:
//   x_i = mean of u_k over k with octant ^ k a subset of octant ^ i   (trilinear_weights)
struct CellLevel {
  // In the order of the Morton codes of their lower corners, those at one place by their first children; all
  // are of 2^l voxels at least on level l.
  std::vector<CellPlace> places;
  std::vector<CellUnknowns> unknowns;  // per cell, of this level's numbers
  std::vector<Index> parent;  // per cell: the cell of the next level it is merged into or passed on to
  // Those of the level before that cell c is made of: child[child_start[c]] up to child[child_start[c + 1]].
  std::vector<Index> child_start, child;
  Index vertex_count = 0;
  std::vector<LatticePoint> vertex_points;  // in the order of their Morton codes
};

struct CellLevels {
  std::vector<CellLevel> levels;  // level 0 is the finest
  // [l]: from level l + 1 to the unknowns of level l, without its transpose.
  std::vector<Interpolation> interpolations;
};

// The weights by which the corners of a child follow those of the merged cell around it, by its octant.
CornerWeights trilinear_weights(int octant);

struct CellLevelsParams {
  // Coarsening ends at a level with at most so many vertices, or where another level would not have fewer.
  Index coarsest_vertices = 300;
};

CellLevels make_cell_levels(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                            const CellLevelsParams& params = {});

}  // namespace sinew
