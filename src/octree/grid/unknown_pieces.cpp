#include "octree/grid/unknown_pieces.h"

#include <algorithm>

#include "octree/grid/brick_colours.h"

namespace sinew {

Components unknown_pieces(const OctreeGrid& grid, const Pieces& pieces) {
  Components result{std::vector<Index>(grid.vertices.unknowns, 0), pieces.count()};
  if (pieces.count() == 1) return result;
  for_each_cell_by_colour(grid.voxels, grid.cells, [&](Index c) {
    for (const Index v : grid.unknowns[c].vertex) result.of[v] = pieces.of_cell[c];
  });
  return result;
}

LoosePieces loose_pieces_of(const OctreeRest& rest, const Pieces& pieces) {
  const bool is_one_and_held = pieces.count() == 1 && std::ranges::find(rest.held, 1) != rest.held.end();
  if (is_one_and_held) return {{}, {0}, {}};
  return find_loose_pieces(unknown_pieces(rest.grid, pieces), rest.held);
}

}  // namespace sinew
