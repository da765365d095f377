#pragma once

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// The six faces of a box as regular grids of right triangles, about `triangles` in all: exact, closed, with
// sharp edges. Centred in x and z, standing on y = 0.
SurfaceMesh structured_box(const Vec3& size, Index triangles);

// A flat rectangle at height y = 0, normal up, in squares cut by diagonals that alternate from square to
// square. Open. Two of them are nested if one has twice as many squares along each side.
SurfaceMesh structured_sheet(double width, double depth, Index triangles);
SurfaceMesh structured_sheet(double width, double depth, const std::array<Index, 2>& squares);

}  // namespace sinew
