#pragma once

#include <array>

#include "sinew/base/geometry.h"

namespace sinew {

// The scaled Jacobian: the minimum, over the eight corners, of the volume spanned by the three edges there,
// normalised to unit length. 1 for a box, 0 if a corner is flat or an edge has no length, negative if the
// cell is inverted. Corners in the order of Hexahedron (volume_mesh.h).
double scaled_jacobian(const std::array<Vec3, 8>& corners);

}  // namespace sinew
