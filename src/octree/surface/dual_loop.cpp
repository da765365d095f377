#include "octree/surface/dual_loop.h"

#include <utility>

#include "octree/surface/safe_places.h"

namespace sinew {

namespace {

// The link of the cube that is link k in the cycle of its face.
constexpr int cube_face_link(int face, int k) {
  const int axis = face / 2, link_axis = face_link_axis(k, axis);
  const auto [b, c] = face_link_lower(k);
  const int lower = face % 2 << axis | b << (axis + 1) % 3 | c << (axis + 2) % 3;
  return 4 * link_axis + (lower >> (link_axis + 1) % 3 & 1) + 2 * (lower >> (link_axis + 2) % 3 & 1);
}

// [face][2 * k + end]: 2 * link + end in the cube.
constexpr auto kCubeSlots = [] {
  std::array<std::array<std::uint8_t, 8>, 6> slots{};
  for (int face = 0; face < 6; ++face)
    for (int slot = 0; slot < 8; ++slot)
      slots[face][slot] = static_cast<std::uint8_t>(2 * cube_face_link(face, slot / 2) + slot % 2);
  return slots;
}();

const FaceSegment& face_segment(const DualCube& cube, int name) {
  return cube.faces[(name - kFacePoint) / 4]->segment[name % 4];
}
// From the lower corner of a face to that of the cube.
Vec3 face_corner(int name) {
  const int face = (name - kFacePoint) / 4;
  Vec3 corner;
  corner[face / 2] = face % 2;
  return corner;
}

}  // namespace

// Seen from outside of the cube, the material is on the
// right of a segment on an upper face, and on the left on a lower one, where the segment is followed
// backwards.
CubeSteps steps_of(const DualCube& cube, std::uint32_t& vertices) {
  CubeSteps steps;
  vertices = 0;
  for (int face = 0; face < 6; ++face)
    for (int s = 0; s < cube.faces[face]->count; ++s) {
      const FaceSegment& segment = cube.faces[face]->segment[s];
      std::uint8_t from = kCubeSlots[face][segment.from], to = kCubeSlots[face][segment.to];
      if (face % 2 == 0) std::swap(from, to);
      const int point = segment.has_point ? kFacePoint + 4 * face + s : -1;
      steps[from] = {to, static_cast<std::int8_t>(point)};
      vertices |= std::uint32_t(1) << from;
    }
  return steps;
}

void trace_loop(const DualCube& cube, const CubeSteps& steps, int start, std::uint32_t& vertices,
                DualLoop& loop) {
  loop.size = loop.face_points = 0;
  int slot = start;
  do {
    vertices &= ~(std::uint32_t(1) << slot);
    const int link = slot / 2;
    loop.name[loop.size] = static_cast<std::uint8_t>(slot);
    const Vec3 lower = to_vec3(cube_link_end(link, 0));
    loop.safe[loop.size] = safe_on_link(*cube.links[link], slot % 2, lower);
    loop.plane[loop.size++] = link_plane(*cube.links[link], slot % 2, lower);
    if (const int point = steps[slot].point; point >= 0) {
      loop.name[loop.size] = static_cast<std::uint8_t>(point);
      loop.safe[loop.size] = face_corner(point) + face_segment(cube, point).safe;
      loop.plane[loop.size++].at = face_corner(point) + face_segment(cube, point).point;
      ++loop.face_points;
    }
    slot = steps[slot].to;
  } while (slot != start);
}

}  // namespace sinew
