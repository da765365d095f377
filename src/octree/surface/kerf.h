#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// The width of a cut (kerf). Splitting cubes puts both sides of a cut into one place; bodies that collide with
// themselves need to know which side is which.
//
//      ______ ______        ______   ______      Vertices of a cut move back into their own side by half of the
//            |         ->        |   |           width. At a crack tip, where the sides meet in common vertices,
//      ____v v_____         ____ \ / ____        they stay.
//
// Vertices of the boundary that are nearer than a few widths to a cut are carried along, less with their distance,
// so that small triangles at the rim of the cut do not flip.

// The positions of the vertices with cuts of this width (m). `cuts`: per triangle, from 1; others are boundary.
std::vector<Vec3> with_kerf(const SurfaceMesh& surface, std::span<const std::int32_t> cuts, double width);

// How wide cuts are, in voxels. A pixel of a picture is more than that unless a voxel has 25 of them.
inline constexpr double kKerf = 0.04;

}  // namespace sinew
