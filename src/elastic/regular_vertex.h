#pragma once

#include <array>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// An inner vertex in a regular part of a sheet: six triangles of the same size and shape, whose outer corners
// lie opposite to each other.
//
//       2---1
//      / \ / \        x_1 - x = (x_0 - x) + (x_2 - x), and so on around
//     3---v---0
//      \ / \ /
//       4---5
struct RegularVertex {
  std::array<Index, 6> ring;       // in order around the vertex
  std::array<Index, 6> triangles;  // ascending
  double area;                     // of each triangle, m^2
};

// In the order of the vertices. The triangles around such a vertex turn the same way.
std::vector<RegularVertex> regular_vertices(const SurfaceMesh& mesh);

}  // namespace sinew
