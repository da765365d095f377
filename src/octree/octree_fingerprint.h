#pragma once

#include "base/fingerprint.h"
#include "sinew/octree/octree_body.h"

namespace sinew {

// Stands for everything of a model that its body at rest and what frames show of it follow from: voxels,
// cells, materials, holds and surfaces, but neither forces nor velocity. Shapes and volumes count by what they
// contain, not as objects.
Fingerprint rest_fingerprint(const OctreeBodyModel& model);

}  // namespace sinew
