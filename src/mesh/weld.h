#pragma once

#include <span>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// For each point the index of its position. Exactly equal positions (-0 equals 0) share one index; indices
// are given in order of first appearance.
std::vector<Index> position_numbers(std::span<const Vec3> points);

// Merges vertices at exactly equal positions. Returns how many vertices were removed.
Index weld_equal_positions(SurfaceMesh& mesh);

}  // namespace sinew
