#pragma once

#include "app/starter_hold.h"

namespace sinew {

// A point to follow, far from where the body is held: for a sheet, the farthest of its vertices; for a solid,
// a point deep enough to be inside of any mesh of it, of tetrahedra or of cubes.
Vec3 probe_for(const StarterMesh& mesh, const StarterHold& hold);

}  // namespace sinew
