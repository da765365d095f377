#pragma once

#include <array>
#include <span>
#include <string_view>

#include "elastic/rotation.h"
#include "mesh/surface_mesh.h"

namespace sinew {

// A surface without thickness that cuts what it meets, in world coordinates, m. It may be open, folded or
// cross itself; triangles without area cut nothing. Where triangles are to meet without a gap, their corners
// have the same coordinates, be it as the same point or not.
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

// Which links a blade crosses is decided exactly, for coordinates up to this, m.
inline constexpr double kFarthestBlade = 1e50;
// Throws Error where a coordinate is not finite or farther than that; `what` names the point.
void require_in_reach(const Vec3& point, std::string_view what, std::string_view where);

// Throws Error where a coordinate is not finite or out of reach, or a triangle names a point that is not
// there; `where` names the place the blade came from.
void require_valid(const Blade& blade, std::string_view where);

// Adds the points and triangles of `part`.
void append(Blade& blade, const Blade& part);

// What a polyline sweeps on its way from `before` to `after`, point by point: two triangles for each pair of
// its segments, that meet from before[i] to after[i + 1]. Triangles without area are left out, so that a line
// that rests or moves along itself gives none. Throws Error where the two differ in their number of points.
Blade swept_blade(std::span<const Vec3> before, std::span<const Vec3> after);

Blade make_blade(const SurfaceMesh& surface);

// The tool of [Dick11, fig. 11]: two families of parallel rectangles, square to two axes of a box, that
// divide it into (counts[0] + 1) x (counts[1] + 1) equal rods along the third. The box is turned about its
// centre.
struct BladeGrid {
  Box3 box;                     // before it is turned, m
  int along = 1;                // axis of the rods: 0, 1, 2
  std::array<int, 2> counts{};  // of blades square to axis along + 1 and to axis along + 2 (from z on to x)
  Quaternion orientation{};     // of unit length
};

// Throws Error where the box is empty, not finite or out of reach, the axis is none, a count is negative or
// beyond a thousand, or the orientation is no unit quaternion.
void require_valid(const BladeGrid& grid, std::string_view where);
Blade make_blade(const BladeGrid& grid);

// A plane without end.
struct BladePlane {
  Vec3 point;            // m
  Vec3 normal{0, 1, 0};  // of any length

  bool operator==(const BladePlane&) const = default;
};

// Throws Error where a figure is not finite or out of reach, or the normal has no length.
void require_valid(const BladePlane& plane, std::string_view where);
// As much of it as a body in that box can meet: a square. Nothing where the box is empty.
Blade make_blade(const BladePlane& plane, const Box3& box);

}  // namespace sinew
