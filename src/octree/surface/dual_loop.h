#pragma once

#include "octree/surface/dual_face.h"

namespace sinew {

// The loops that the segments of the faces form in one cube of the dual grid: a vertex on a link lies on two
// faces of the cube, and is the end of a segment in each.
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

// Corners of loops are named within the cube: 2 * link + end on links, kFacePoint + 4 * face + segment on faces.
inline constexpr int kFacePoint = 24;

struct DualLoop {
  static constexpr int kMostCorners = 48;
  int size = 0, face_points = 0;
  std::array<std::uint8_t, kMostCorners> name;
  std::array<LinkPlane, kMostCorners> plane;  // only `at` if it is a point on a face
  std::array<Vec3, kMostCorners> safe;        // safe_places.h

  bool on_link(int i) const { return name[i] < kFacePoint; }
};

// The way from every vertex on a link to the next.
struct CubeStep {
  std::uint8_t to = 0;
  std::int8_t point = -1;  // on the face in between: its name
};
using CubeSteps = std::array<CubeStep, 24>;

// `vertices` gets a bit for each vertex on a link.
CubeSteps steps_of(const DualCube& cube, std::uint32_t& vertices);
// Traces the loop through a vertex and removes its vertices from `vertices`.
void trace_loop(const DualCube& cube, const CubeSteps& steps, int start, std::uint32_t& vertices,
                DualLoop& loop);

}  // namespace sinew
