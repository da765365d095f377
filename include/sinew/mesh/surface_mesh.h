#pragma once

#include <array>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// Three vertices by their numbers.
using Triangle = std::array<Index, 3>;

// Whether two corners are the same vertex.
inline bool has_repeated_corner(const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

// A triangle soup with shared vertices, in the unit of its source. Triangles turn counter-clockwise seen from
// outside. Nothing else is guaranteed: a surface as read from a file may be open, non-manifold or worse
// (see sinew/mesh/repair.h).
struct SurfaceMesh {
  std::vector<Vec3> positions;
  std::vector<Triangle> triangles;

  Index vertex_count() const { return static_cast<Index>(positions.size()); }
  Index triangle_count() const { return static_cast<Index>(triangles.size()); }
  // The positions of the corners of triangle t.
  std::array<Vec3, 3> corners(Index t) const {
    const auto& [a, b, c] = triangles[t];
    return {positions[a], positions[b], positions[c]};
  }
  // Twice the area, along the outward normal.
  Vec3 area_vector(Index t) const {
    const auto [a, b, c] = corners(t);
    return cross(b - a, c - a);
  }
};

// The smallest box around all vertices, used or not.
inline Box3 bounding_box(const SurfaceMesh& mesh) { return bounding_box(mesh.positions); }

// Adds the vertices and triangles of `part`.
void append(SurfaceMesh& mesh, const SurfaceMesh& part);
// Volume inside a closed, outward oriented surface; negative if it is inside out.
double signed_volume(const SurfaceMesh& mesh);
double surface_area(const SurfaceMesh& mesh);
// 1 for every vertex that a triangle uses, 0 for the others.
std::vector<char> used_vertices(const SurfaceMesh& mesh);
// Leaves out vertices that no triangle uses; the order of the others is kept. Returns how many were dropped.
Index drop_unused_vertices(SurfaceMesh& mesh);

}  // namespace sinew
