#include "octree/grid/pieces.h"
#include "octree/octree_body_parts.h"
#include "stepping/free_pieces.h"

namespace sinew {

BodyMeasure OctreeBody::measure() const {
  const OctreeRest& rest = parts_->rest;
  const OctreeGrid& grid = rest.grid;
  BodyMeasure measure{.elements = grid.cells.count()};
  for (Index c = 0; c < grid.cells.count(); ++c) {
    const double side = grid.side(c), volume = side * side * side;
    measure.volume += volume;
    measure.mass += volume * rest.material(c).density;
  }
  const Pieces pieces = connected_pieces(grid.voxels, grid.cells);
  measure.pieces = pieces.count();
  measure.free_pieces = count_loose(free_pieces_of(rest, {pieces.of_cell, pieces.count()}));
  return measure;
}

}  // namespace sinew
