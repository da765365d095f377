#pragma once

#include <array>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// Whether two triangles that share at most one vertex cross properly: they lie in different planes, each has
// corners strictly on both sides of the other's plane, and they meet along a segment, not in a point. Exact.
// Touching, overlap within one plane and folding over a shared edge are not crossings.
bool triangles_cross(const SurfaceMesh& mesh, Index s, Index t);
// Likewise for triangles by the addresses of their corners, of one surface or two: corners at one address are
// one vertex.
bool triangles_cross(const std::array<const Vec3*, 3>& s, const std::array<const Vec3*, 3>& t);

struct SelfIntersections {
  std::vector<std::array<Index, 2>> pairs;  // of crossing triangles, ascending, the smaller number first
  bool complete = true;                     // false if the search was stopped because too many boxes overlap
};

// Vertices are compared by index: weld first (weld.h) if equal positions mean one vertex.
SelfIntersections self_intersections(const SurfaceMesh& mesh);

}  // namespace sinew
