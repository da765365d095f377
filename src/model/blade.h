#pragma once

#include <array>
#include <span>
#include <string_view>

#include "elastic/rotation.h"
#include "mesh/surface_mesh.h"

namespace sinew {

// A surface without thickness that cuts what it meets, in world coordinates, m. It may be open, folded or
// intersect itself; triangles without area cut nothing. Triangles that are to meet without a gap must have
// corners with the same coordinates, as the same point or not.
struct Blade {
  std::vector<Vec3> points;
  std::vector<Triangle> triangles;

  Index triangle_count() const { return static_cast<Index>(triangles.size()); }
  std::array<Vec3, 3> corners(Index t) const {
    const auto& [a, b, c] = triangles[t];
    return {points[a], points[b], points[c]};
  }
  bool operator==(const Blade&) const = default;
};

// For coordinates up to this, m, it is decided exactly which links a blade crosses.
inline constexpr double kFarthestBlade = 1e50;
// Throws Error if a coordinate is not finite or farther than that; `what` names the point.
void require_in_reach(const Vec3& point, std::string_view what, std::string_view where);

// Throws Error if a coordinate is not finite or out of reach, or a triangle has an invalid point index;
// `where` says where the blade came from.
void require_valid(const Blade& blade, std::string_view where);

// Adds the points and triangles of `part`.
void append(Blade& blade, const Blade& part);

// The surface that a polyline sweeps on its way from `before` to `after`, point by point: two triangles for
// each pair of segments, which share the diagonal from before[i] to after[i + 1]. Triangles without area are
// left out, so that a line that rests or moves along itself gives none. Throws Error if the two differ in
// their number of points.
Blade swept_blade(std::span<const Vec3> before, std::span<const Vec3> after);

Blade make_blade(const SurfaceMesh& surface);

// The tool of [Dick11, fig. 11]: two families of parallel rectangles, normal to two axes of a box, that
// divide it into (counts[0] + 1) x (counts[1] + 1) equal rods along the third axis. The box is rotated about
// its centre.
struct BladeGrid {
  Box3 box;                     // before it is rotated, m
  int along = 1;                // axis of the rods: 0, 1, 2
  std::array<int, 2> counts{};  // of blades normal to axis along + 1 and to axis along + 2 (modulo 3)
  Quaternion orientation{};     // of unit length
};

// Throws Error if the box is empty, not finite or out of reach, the axis is invalid, a count is negative or
// beyond a thousand, or the orientation is not a unit quaternion.
void require_valid(const BladeGrid& grid, std::string_view where);
Blade make_blade(const BladeGrid& grid);

// An infinite plane.
struct BladePlane {
  Vec3 point;            // m
  Vec3 normal{0, 1, 0};  // of any length

  bool operator==(const BladePlane&) const = default;
};

// Throws Error if a number is not finite or out of reach, or the normal has no length.
void require_valid(const BladePlane& plane, std::string_view where);
// The part of the plane that a body in that box can meet, as a square. Empty if the box is empty.
Blade make_blade(const BladePlane& plane, const Box3& box);

}  // namespace sinew
