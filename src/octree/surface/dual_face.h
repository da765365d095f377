#pragma once

#include <array>
#include <cstdint>

#include "octree/grid/linked_voxels.h"
#include "remeshing/quadric.h"

namespace sinew {

// The dual grid of [Dick11, sec. 7]: its corners are the centres of voxels, its edges the links between them.
//
// A face of it with the axis a has its four corners and links in a cycle, counter-clockwise seen from above
// along a; b and c are the two axes after a:
//
//        3 --2-- 2        c       Link k runs from corner k to corner k + 1 of the cycle, whichever of
//        |       |        |       them is its lower end. A link that is not joined has a surface vertex
//        3       1        +-- b   for either inside end.
//        |       |
//        0 --0-- 1
//
// Corners that are connected along the cycle between two such vertices are bounded by one segment from the
// first to the last, with the material on its right. So every vertex is an end of exactly one segment of the
// face, whatever was cut.
//
// If the surface bends sharply between the two, or one cut meets another, the segment has a point in between.
// It also has one if only one link is cut: a crack ends there, in the centre of the face, where the four
// voxels still share their edge.
struct FaceSegment {
  std::uint8_t from = 0, to = 0;  // 2 * link + end of it (0 lower, 1 upper)
  bool has_point = false;
  Vec3 point;  // in voxels from corner 0; on the bend beside the face, if it hardly crosses it
  Vec3 safe;   // in the face (safe_places.h)
};

struct FaceSegments {
  int count = 0;
  std::array<FaceSegment, 4> segment;
};

// `links` are in the order of the cycle; null: joined, or entirely outside of the body. `wall`: the segments
// separate the two outside corners, which lie diagonally opposite, instead of the two inside ones.
FaceSegments face_segments(const std::array<const CutLink*, 4>& links, int axis, bool wall = false);

// Whether the body's own boundary leaves two diagonally opposite corners of the face inside, and passes on
// both sides of the centre: then a thin wall connects them.
//
//        o_____/x        x : inside    / : the boundary
//        |/   /|         Separating the corners, as is right for a gap between them, would leave a hole in
//        /_ _/_o         the wall.
//        x /
bool shows_a_wall(const std::array<const CutLink*, 4>& links, int axis);

// The lower end of link k of the cycle, along b and c.
constexpr std::array<std::int32_t, 2> face_link_lower(int k) { return {k == 1, k == 2}; }
// The axis of link k of the cycle of a face with the given axis.
constexpr int face_link_axis(int k, int axis) { return (axis + 1 + k % 2) % 3; }

inline Vec3 to_vec3(const LatticePoint& p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

// The plane of the surface at a vertex on a link; distances are in voxels.
struct LinkPlane {
  Vec3 at;       // of the vertex
  Vec3 outward;  // unit normal of the cut, away from the vertex's own end
  std::int32_t cut = 0;
};

inline const LinkEnd& link_end(const CutLink& link, int end) { return end == 0 ? link.lower : link.upper; }
// With the lower end of the link at `lower`.
inline LinkPlane link_plane(const CutLink& link, int end, const Vec3& lower) {
  const LinkEnd& seen = link_end(link, end);
  const double sign = (end == 0) == (seen.normal[link.axis] >= 0) ? 1 : -1;
  LinkPlane plane{lower, sign * Vec3{seen.normal[0], seen.normal[1], seen.normal[2]}, seen.cut};
  plane.at[link.axis] += end == 0 ? seen.distance : 1.0 - seen.distance;
  return plane;
}

// The surface is sharp if the cosine of the angle between two normals is below this: the threshold of
// extended marching cubes [Kobbelt et al. 2001], 26 degrees.
inline constexpr double kSharpCosine = 0.9;

// The point where the planes meet; along directions that they leave open, nearest to `near`.
Vec3 feature_point(const Quadric& planes, const Vec3& near);
// The best point for the planes within the unit cube grown by `reach` on all sides, given where they meet.
Vec3 within_reach(Quadric planes, const Vec3& meeting, double reach);

// How far, in voxels, an edge between two cuts may lie off its face or cube. A wedge sharper than a right
// angle ends beyond the voxels that it belongs to; keeping it within would give the edge teeth (on a ball cut
// off centre: of 0.9 voxels, now 0.2).
inline constexpr double kEdgeReach = 1;

}  // namespace sinew
