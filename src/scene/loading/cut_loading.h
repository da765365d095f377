#pragma once

#include "sinew/scene/scene_description.h"
#include "world/scheduled_cut.h"

namespace sinew {

// A cut as the scene describes it; surfaces it speaks of are loaded. Throws Error with its place.
ScheduledCut scheduled_cut(const CutDescription& description, const ScenePlace& place);

}  // namespace sinew
