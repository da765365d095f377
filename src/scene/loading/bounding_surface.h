#pragma once

#include "sinew/scene/scene_description.h"

namespace sinew {

// The surface of a rigid body, m, repaired; what was repaired becomes warnings, and so do parts that run through
// each other. Neither scaled nor placed. Throws Error if it has no inside.
SurfaceMesh bounding_surface(const MeshDescription& mesh);

}  // namespace sinew
