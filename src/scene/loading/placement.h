#pragma once

#include <vector>

#include "mesh/surface_mesh.h"
#include "scene/scene_description.h"

namespace sinew {

// Puts points where the scene says: scaled, then turned, then moved. As it stands, every bit is kept.
void put_in_place(std::vector<Vec3>& points, const PlaceDescription& place);

// A surface as the scene names it, in metres, repaired; what was wrong with it becomes warnings. One that is
// not a closed manifold is warned about where it is to be `filled`.
SurfaceMesh described_surface(const SurfaceDescription& surface, bool filled);

}  // namespace sinew
