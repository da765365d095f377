#pragma once

#include <array>
#include <span>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// Memory of a search: after a few searches with the same one nothing is allocated.
struct BoxSweep {
  struct Extent {
    double lower, upper;
    Index box;
  };
  std::vector<Extent> extents;
};

// The pairs of boxes that overlap, the smaller number first, ascending: the broad phase over bodies. They
// replace what is in `pairs`. Empty boxes overlap nothing.
void overlapping_boxes(std::span<const Box3> boxes, BoxSweep& sweep,
                       std::vector<std::array<Index, 2>>& pairs);

}  // namespace sinew
