#pragma once

#include <vector>

#include "base/vec3.h"
#include "linalg/block_matrix.h"

namespace sinew {

// An order of the nodes in which those of one colour, uncoupled among themselves, stand in a row, and near
// ones stand near: by colour, then along a Morton curve. A pure function of pattern and positions.
struct ColourOrder {
  std::vector<Index> old_of_new, new_of_old;
  std::vector<Index>
      colour_start;  // colours + 1; nodes of colour c are [colour_start[c], colour_start[c + 1])

  int colours() const { return static_cast<int>(colour_start.size()) - 1; }
};

// First fit along the curve.
ColourOrder colour_order(const BlockPattern& pattern, std::span<const Vec3> positions);

// The same couplings after renumbering.
BlockPattern reordered(const BlockPattern& pattern, const ColourOrder& order);

}  // namespace sinew
