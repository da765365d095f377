#pragma once

#include "base/parallel.h"
#include "octree/grid/cells.h"

namespace sinew {

// Calls visit(cell) for every cell, in parallel, but never at the same time for two cells that share a vertex
// or follow the same one: bricks of one colour, the parity of their places, do not touch. Sums at vertices
// thus have the same bits for any number of threads.
template <typename Visit>
void for_each_cell_by_colour(const LinkedVoxels& voxels, const Cells& cells, Visit&& visit) {
  constexpr Index kColourBricks = 8;  // per parallel chunk
  std::array<std::vector<Index>, 8> of_colour;
  for (std::size_t b = 0; b < voxels.bricks().size(); ++b) {
    const LatticePoint& place = voxels.bricks()[b].place;
    of_colour[(place.x & 1) | (place.y & 1) << 1 | (place.z & 1) << 2].push_back(static_cast<Index>(b));
  }
  for (const std::vector<Index>& bricks : of_colour)
    parallel_for_each(bricks.size(), kColourBricks, [&](Index k) {
      for (Index c = cells.brick_start[bricks[k]]; c < cells.brick_start[bricks[k] + 1]; ++c) visit(c);
    });
}

}  // namespace sinew
