#pragma once

#include "octree/surface/dual_face.h"

namespace sinew {

// The splitting-cubes surface in one cube of the dual grid [Dick11, sec. 7].
//
// The segments of its six faces (dual_face.h) form closed loops: a vertex on a link lies on two faces of the
// cube, and is the end of a segment in each. A loop is filled by a fan around a point in the cube where the
// planes of its vertices meet or, if it is flat, around one of its own vertices. Both cubes beside a face see
// the same segments, so every edge of the surface has two triangles, consistently oriented.
//
// Link a * 4 + i of the cube runs along axis a, with its lower end at bit 0 of i along the axis after a and
// bit 1 of i along the one after that. Face 2 a lies at the lower end of axis a, face 2 a + 1 at the upper.
struct DualCube {
  std::array<const CutLink*, 12> links{};  // null: not cut
  std::array<const FaceSegments*, 6> faces{};
};

// The corner of the cube, as in corner_offset, at an end of one of its links.
constexpr int cube_link_corner(int link, int end) {
  const int axis = link / 4;
  return end << axis | (link & 1) << (axis + 1) % 3 | (link >> 1 & 1) << (axis + 2) % 3;
}
inline LatticePoint cube_link_end(int link, int end) { return corner_offset(cube_link_corner(link, end)); }

// Vertices are named within the cube: 2 * link + end on links, kFacePoint + 4 * face + segment on faces,
// kOwnPoint + i in the cube.
struct CubeSurface {
  static constexpr int kFacePoint = 24, kOwnPoint = 48;
  struct Point {
    Vec3 at;       // in voxels from the cube's lowest corner
    int slot = 0;  // 2 * link + end: the nearest of the voxels that the loop goes around
  };
  int point_count = 0;
  std::array<Point, 8> points;
  int triangle_count = 0;
  std::array<std::array<std::uint8_t, 3>, 48> triangles;
  std::array<std::int32_t, 48> cuts;
};

void fill_cube(const DualCube& cube, CubeSurface& surface);

}  // namespace sinew
