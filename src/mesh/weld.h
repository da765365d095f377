#pragma once

#include <span>
#include <vector>

#include "mesh/surface_mesh.h"

namespace sinew {

// For each point the number of its position, where equal positions (exactly; -0 equals 0) share one number
// and numbers are given in order of first appearance.
std::vector<Index> position_numbers(std::span<const Vec3> points);

// Makes vertices at exactly equal positions one. Returns how many vertices went.
Index weld_equal_positions(SurfaceMesh& mesh);

}  // namespace sinew
