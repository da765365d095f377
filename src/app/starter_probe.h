#pragma once

#include "app/starter_hold.h"

namespace sinew {

// A point to follow, far from where the body is held: of a sheet, the farthest of its vertices; of a solid,
// one so deep inside that it is inside of any mesh of it, be it of tetrahedra or of cubes.
Vec3 probe_for(const StarterMesh& mesh, const StarterHold& hold);

}  // namespace sinew
