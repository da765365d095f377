#pragma once

#include <optional>
#include <vector>

#include "elastic/partly_filled_cube.h"
#include "octree/grid/vertices.h"

namespace sinew {

// Partly filled cells have vertices where no voxel is. Those follow from the hull of the cells: voxels and links that
// know no boundary within a cell, by which cells share vertices as if voxels filled them.
//
//     o o|o o      All voxels of the left cell are in the hull, and all links within it are joined. Through the part of
//     o .|o .      a face that two cells have in common, all links are joined if one was (the upper one here), none else.
//
// Cells of different sides are also joined if they are connected around a corner of that part already: the smaller one
// would follow nine vertices otherwise, some of the larger one and others at the same places.
//
// Empty if all cells are whole.
std::optional<LinkedVoxels> cell_hull(const LinkedVoxels& voxels, const Cells& cells);

// Cells, ascending, whose hanging corners follow others than the vertices of a cell of twice the side
// (CellUnknowns): the parts of a body that come near each other may do that. The larger cells that touch them must be split.
std::vector<Index> cells_of_too_many(const Cells& cells, const Vertices& vertices);

// The cells that voxels do not fill, ascending, and what of each is solid.
struct PartlyFilled {
  std::vector<Index> cells;
  std::vector<CubeMoments> moments;

  // The place in these lists; -1: the cell is whole.
  Index find(Index cell) const;
  double fill(Index cell) const;
};
PartlyFilled partly_filled(const LinkedVoxels& voxels, const Cells& cells);

}  // namespace sinew
