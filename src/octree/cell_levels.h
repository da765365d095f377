#pragma once

#include "multigrid/interpolation.h"
#include "octree/vertices.h"

namespace sinew {

// The multigrid hierarchy over a cut octree [Dick11, sec. 6.2 and 6.3].
//
// Level 0 has the cells of the octree. From level l to level l + 1 the cells of 2^l voxels are merged block
// by block of 2^(l+1), one coarse cell for each set of them that hangs together within the block, so that
// there are two or more cells at a place that a cut goes through; larger cells are passed on as they are.
// Coarse cells are joined where cells within them are.
//
//     +--+--+--+--+        +-----+-----+       Left: a cut (#) between cells. Right: the block it goes
//     through |  |  #  |  |   ->   |     |  a  |       becomes two cells, a and b, at one place: a subsumes
//     what is
//     +--+--#--+--+        |     +-----+       joined to the left, b what is right of the cut. They share no
//     |  |  #  |  |        |     |  b  |       vertex but where they are joined by way of others.
//     +--+--+--+--+        +-----+-----+
//
// Only cells of the octree hang on larger ones, never merged ones: beside a cell of 2^(l+1) voxels there are
// cells of 2^l at least, and those with a link that is not joined are of one voxel.
struct CellLevel {
  std::vector<CellPlace> places;       // brick by brick up to level 3; level of a place: its size
  std::vector<CellUnknowns> unknowns;  // per cell, of this level's numbers
  std::vector<Index> parent;  // per cell: the cell of the next level it is merged into or passed on to
  Index vertex_count = 0;
  std::vector<LatticePoint> vertex_points;
};

struct CellLevels {
  std::vector<CellLevel> levels;              // level 0 is the finest
  std::vector<Interpolation> interpolations;  // [l]: from level l + 1 to the vertices of level l
};

struct CellLevelsParams {
  // Coarsening ends at a level with at most so many vertices, or where another level would not have fewer.
  Index coarsest_vertices = 300;
};

CellLevels make_cell_levels(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                            const CellLevelsParams& params = {});

}  // namespace sinew
