#pragma once

#include "sinew/model/region.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// The part of space that a description means; surfaces it speaks of are loaded.
Region region_of(const RegionDescription& description);
// The directions along which a hold holds its nodes; none: all.
std::vector<Vec3> directions_of(const HoldDescription& hold);

}  // namespace sinew
