#pragma once

#include <vector>

#include "sinew/base/placement.h"
#include "sinew/mesh/surface_mesh.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// Puts points where the scene says: scaled, then rotated, then moved. Without a change, every bit is kept.
void put_in_place(std::vector<Vec3>& points, const PlaceDescription& place);
// The rotation and the move alone: a body is scaled at rest.
Placement placement_of(const PlaceDescription& place);

// A surface as the scene names it, in metres, repaired; its defects become warnings. If it is to be `filled`,
// there is also a warning if it is not a closed manifold.
SurfaceMesh described_surface(const SurfaceDescription& surface, bool filled);

}  // namespace sinew
