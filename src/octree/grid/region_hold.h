#pragma once

#include "model/motion.h"
#include "model/region.h"

namespace sinew {

// Vertices in a region, at rest, that the world moves or keeps still. One that hangs holds what it follows.
struct RegionHold {
  Region region{};
  Motion motion{};
};

}  // namespace sinew
