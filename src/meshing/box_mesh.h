#pragma once

#include <array>

#include "mesh/volume_mesh.h"

namespace sinew {

// The box [0, size] (m) of cells, six tetrahedra each, all around the cell's diagonal from its lowest corner
// to its highest: neighbours fit, and refine_nested() gives such a box again. Nodes by x, then y, then z.
VolumeMesh box_mesh(const Vec3& size, const std::array<Index, 3>& cells);

}  // namespace sinew
