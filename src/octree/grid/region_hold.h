#pragma once

#include "model/motion.h"
#include "model/region.h"

namespace sinew {

// Vertices in a region, at rest, that the world moves or keeps still (Dirichlet condition). A hanging vertex
// holds the unknowns that it follows.
struct RegionHold {
  Region region{};
  Motion motion{};
};

}  // namespace sinew
