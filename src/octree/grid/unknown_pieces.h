#pragma once

#include "octree/grid/octree_rest.h"
#include "stepping/free_pieces.h"

namespace sinew {

// The piece of each unknown.
Components unknown_pieces(const OctreeGrid& grid, const Pieces& pieces);

// The pieces that no hold touches, as lists of unknowns.
LoosePieces loose_pieces_of(const OctreeRest& rest, const Pieces& pieces);

}  // namespace sinew
