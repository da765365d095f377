#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// A surface without thickness that cuts what it meets, in world coordinates, m. It may be open, folded or
// intersect itself; triangles without area cut nothing. Triangles that are to meet without a gap must have
// corners with the same coordinates, as the same point or not.
struct Blade {
  std::vector<Vec3> points;
  std::vector<Triangle> triangles;

  Index triangle_count() const { return static_cast<Index>(triangles.size()); }
  // The positions of the corners of triangle t.
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

// The whole surface cuts.
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
// The rectangles of the grid.
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

// What the line of a blade sweeps between two times, as a part of a stroke. All sweeps of a stroke make one
// cut: each begins where the last one ended in the body, however the body has moved since, and not where the
// line was in space.
struct BladeSweep {
  using Line = std::vector<Vec3>;  // a polyline in world coordinates, m

  std::int64_t stroke = 0;  // id, different from those of other unfinished strokes
  std::vector<Line> lines;  // positions of the blade in time, of two or more points, as many each
  bool begins = false;      // the first of its stroke: it does not continue from a tip
  bool ends = false;        // the last one

  bool operator==(const BladeSweep&) const = default;
};

// Throws Error if a line has less than two points, lines differ in their number of points or a coordinate is
// not finite or out of reach; `where` says where the sweep came from.
void require_valid(const BladeSweep& sweep, std::string_view where);

// Joins both to one sweep: `next` begins where `sweep` ends.
void append(BladeSweep& sweep, const BladeSweep& next);

// The surface between successive lines, in space.
Blade swept_blade(std::span<const BladeSweep::Line> lines);

// Blades that move in time; each makes one stroke. Before its first keyframe and after its last one a tool is
// not in use and cuts nothing; a tool that rests in between cuts what moves against it. Sweeps over adjacent
// intervals meet without a gap, since a tool's line depends on the time alone.

// Where a tool is at one time.
struct BladeKeyframe {
  double time = 0;           // s
  Vec3 position{};           // of the tool's origin, m
  Quaternion orientation{};  // from tool to world coordinates, of unit length

  bool operator==(const BladeKeyframe&) const = default;
};

// A rigid tool: a polyline (a wire or a scalpel's edge has two points) that moves from keyframe to keyframe
// at constant velocity and rotates the shorter way.
struct BladePath {
  std::vector<Vec3> line;                // in tool coordinates, m
  std::vector<BladeKeyframe> keyframes;  // by time

  bool operator==(const BladePath&) const = default;
};

// Where the points of a line are at one time.
struct BladeLine {
  double time = 0;           // s
  std::vector<Vec3> points;  // in world coordinates, m

  bool operator==(const BladeLine&) const = default;
};

// A line given at some times; in between, each of its points moves at constant velocity.
struct BladeStroke {
  std::vector<BladeLine> lines;  // by time, with the same number of points each

  bool operator==(const BladeStroke&) const = default;
};

// Throws Error if there is no keyframe, a line has less than two points, lines differ in their number of
// points, a number is not finite, an orientation does not have unit length, or times do not increase; `where`
// says where the path came from.
void require_valid(const BladePath& path, std::string_view where);
void require_valid(const BladeStroke& stroke, std::string_view where);

// Where the tool is at that time.
BladeKeyframe pose_at(const BladePath& path, double time);
// Where the line is at that time, in world coordinates.
std::vector<Vec3> line_at(const BladePath& path, double time);
std::vector<Vec3> line_at(const BladeStroke& stroke, double time);

// What the line sweeps from one time to a later one: lines at the keyframes and, while the tool rotates, at
// most five degrees apart. Has no lines if the tool is not yet, or no longer, in use. The id of the stroke is
// left unset.
BladeSweep sweep_between(const BladePath& path, double from, double until);
BladeSweep sweep_between(const BladeStroke& stroke, double from, double until);

// A blade that cuts at one time, all of it at once.
struct BladeStrike {
  double time = 0;  // s
  Blade blade;

  bool operator==(const BladeStrike&) const = default;
};
// The same for a plane.
struct PlaneStrike {
  double time = 0;  // s
  BladePlane plane;

  bool operator==(const PlaneStrike&) const = default;
};

// A cut that a world makes at given times.
struct ScheduledCut {
  std::string body;  // empty: every body that can be cut
  std::variant<BladeStrike, PlaneStrike, BladePath, BladeStroke> tool;
};

}  // namespace sinew
