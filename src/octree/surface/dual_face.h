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
// What hangs together along the cycle between two such vertices is bounded by one segment from the first to
// the last, the material to its right; so every vertex is an end of one segment of the face, whatever was
// cut.
//
// Where the surface bends sharply between the two, or one cut gives way to another, the segment has a point
// in between. So it has where one link alone is cut: a crack ends there, in the middle of the face, where the
// four voxels still have their edge in common.
struct FaceSegment {
  std::uint8_t from = 0, to = 0;  // 2 * link + end of it (0 lower, 1 upper)
  bool has_point = false;
  Vec3 point;  // in voxels from corner 0; on the bend beside the face, if it hardly crosses it
};

struct FaceSegments {
  int count = 0;
  std::array<FaceSegment, 4> segment;
};

// `links` in the cycle; null: joined, or outside of the body altogether. `wall`: the segments do not part the
// two inside corners, which lie across from each other, but the two outside ones.
FaceSegments face_segments(const std::array<const CutLink*, 4>& links, int axis, bool wall = false);

// Whether the body's own boundary leaves two corners of the face inside, across from each other, and runs on
// either side of the middle: a thin wall leads from one to the other.
//
//        o_____/x        x : inside    / : the boundary
//        |/   /|         To part the corners, as is right for a gap between them, would leave a pit through
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

// The surface as a vertex on a link sees it; distances in voxels.
struct LinkPlane {
  Vec3 at;       // of the vertex
  Vec3 outward;  // unit normal of what cut the link, away from the vertex's own end
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

// The cosine of the angle between two normals from which on the surface is taken for sharp there: the figure
// of extended marching cubes [Kobbelt et al. 2001], 26 degrees.
inline constexpr double kSharpCosine = 0.9;

// Where the planes meet; where they leave a direction open, beside `near`.
Vec3 feature_point(const Quadric& planes, const Vec3& near);
// The best point for the planes within the unit cube grown by `reach` on all sides, given where they meet.
Vec3 within_reach(Quadric planes, const Vec3& meeting, double reach);

// How far, in voxels, an edge between two cuts may lie off the face or cube that it belongs to. A wedge
// sharper than a right angle ends beyond the voxels that it hangs on: to keep it within would saw teeth into
// the edge (on a ball cut off centre: of 0.9 voxels, now 0.2).
inline constexpr double kEdgeReach = 1;

}  // namespace sinew
