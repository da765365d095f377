#pragma once

#include <array>

#include "base/vec3.h"

namespace sinew {

// The least, over the eight corners, of the volume spanned by the three edges there made unit length: 1 for a
// box, 0 where a corner is flat or an edge has no length, negative where the cell is inverted. Corners in the
// order of Hexahedron (volume_mesh.h).
double scaled_jacobian(const std::array<Vec3, 8>& corners);

}  // namespace sinew
