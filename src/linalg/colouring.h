#pragma once

#include <vector>

#include "linalg/block_matrix.h"
#include "sinew/base/geometry.h"

namespace sinew {

// An order of the nodes by colour, then along a Morton curve: nodes of one colour, which are not coupled to
// each other, are consecutive, and nodes that are near in space are near in memory. It depends only on the
// pattern and the positions.
struct ColourOrder {
  std::vector<Index> old_of_new, new_of_old;
  std::vector<Index>
      colour_start;  // colours + 1; nodes of colour c are [colour_start[c], colour_start[c + 1])

  int colours() const { return static_cast<int>(colour_start.size()) - 1; }
};

// Greedy (first-fit) colouring along the curve.
ColourOrder colour_order(const BlockPattern& pattern, std::span<const Vec3> positions);

// The pattern after renumbering.
BlockPattern reordered(const BlockPattern& pattern, const ColourOrder& order);

}  // namespace sinew
