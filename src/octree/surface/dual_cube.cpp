#include "octree/surface/dual_cube.h"

namespace sinew {

namespace {

constexpr int kMostCorners = 48;

struct Step {
  std::uint8_t to = 0;
  std::int8_t point = -1;  // on the face, kFacePoint + ...
};

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

// One loop: vertices on links, and points on faces.
struct Loop {
  int size = 0, face_points = 0;
  std::array<std::uint8_t, kMostCorners> name;
  std::array<LinkPlane, kMostCorners> plane;  // only `at` if it is a point on a face

  bool on_link(int i) const { return name[i] < CubeSurface::kFacePoint; }
};

Vec3 face_point(const DualCube& cube, int name) {
  const int face = (name - CubeSurface::kFacePoint) / 4, axis = face / 2;
  Vec3 p = cube.faces[face]->segment[name % 4].point;
  p[axis] += face % 2;
  return p;
}

// The step from every vertex on a link to the next. Seen from outside of the cube, the material is on the
// right of a segment on an upper face, and on the left on a lower one, where the segment is followed
// backwards.
std::array<Step, 24> steps_of(const DualCube& cube, std::uint32_t& vertices) {
  std::array<Step, 24> steps;
  vertices = 0;
  for (int face = 0; face < 6; ++face)
    for (int s = 0; s < cube.faces[face]->count; ++s) {
      const FaceSegment& segment = cube.faces[face]->segment[s];
      std::uint8_t from = kCubeSlots[face][segment.from], to = kCubeSlots[face][segment.to];
      if (face % 2 == 0) std::swap(from, to);
      const int point = segment.has_point ? CubeSurface::kFacePoint + 4 * face + s : -1;
      steps[from] = {to, static_cast<std::int8_t>(point)};
      vertices |= std::uint32_t(1) << from;
    }
  return steps;
}

// Traces the loop through a vertex and removes its vertices from `vertices`.
void trace(const DualCube& cube, const std::array<Step, 24>& steps, int start, std::uint32_t& vertices,
           Loop& loop) {
  loop.size = loop.face_points = 0;
  int slot = start;
  do {
    vertices &= ~(std::uint32_t(1) << slot);
    const int link = slot / 2;
    loop.name[loop.size] = static_cast<std::uint8_t>(slot);
    loop.plane[loop.size++] = link_plane(*cube.links[link], slot % 2, to_vec3(cube_link_end(link, 0)));
    if (const int point = steps[slot].point; point >= 0) {
      loop.name[loop.size] = static_cast<std::uint8_t>(point);
      loop.plane[loop.size++].at = face_point(cube, point);
      ++loop.face_points;
    }
    slot = steps[slot].to;
  } while (slot != start);
}

// Whether the two links share a face of the cube: then another cube may have an edge between their vertices.
bool share_a_face(int link, int other) {
  for (int end = 0; end < 2; ++end)
    for (int other_end = 0; other_end < 2; ++other_end)
      if ((cube_link_corner(link, end) ^ cube_link_corner(other, other_end)) == 7) return false;
  return true;
}

// The vertex around which a loop without bends can be filled, or -1: among those whose diagonals lie within
// the cube, the one on the first link, so that both sides of a cut are filled alike.
int fan_vertex(const Loop& loop) {
  if (loop.face_points > 0) return -1;
  Vec3 sum;
  for (int i = 0; i < loop.size; ++i) sum += loop.plane[i].outward;
  const Vec3 mean = normalized(sum);
  for (int i = 0; i < loop.size; ++i)
    if (dot(loop.plane[i].outward, mean) < kSharpCosine) return -1;
  int best = -1;
  for (int i = 0; i < loop.size; ++i) {
    if (best >= 0 && loop.name[i] > loop.name[best]) continue;
    bool apart = true;
    for (int k = 2; apart && k < loop.size - 1; ++k)
      apart = !share_a_face(loop.name[i] / 2, loop.name[(i + k) % loop.size] / 2);
    if (apart) best = i;
  }
  return best;
}

// The cut to which the side of a loop from corner i to the next belongs.
std::int32_t cut_of_side(const Loop& loop, int i) {
  return loop.plane[loop.on_link(i) ? i : (i + 1) % loop.size].cut;
}

void add_triangle(CubeSurface& surface, std::array<std::uint8_t, 3> corners, std::int32_t cut) {
  surface.triangles[surface.triangle_count] = corners;
  surface.cuts[surface.triangle_count++] = cut;
}

void fan_around_vertex(const Loop& loop, int apex, CubeSurface& surface) {
  for (int k = 1; k + 1 < loop.size; ++k)
    add_triangle(surface,
                 {loop.name[apex], loop.name[(apex + k) % loop.size], loop.name[(apex + k + 1) % loop.size]},
                 loop.plane[apex].cut);
}

// Whether a fan around p has a triangle that faces into the material.
bool folds_over(const Loop& loop, const Vec3& p) {
  for (int i = 0; i < loop.size; ++i) {
    const int next = (i + 1) % loop.size;
    const Vec3 area = cross(loop.plane[i].at - p, loop.plane[next].at - p);
    if (dot(area, loop.plane[loop.on_link(i) ? i : next].outward) < 0) return true;
  }
  return false;
}

bool is_of_one_cut(const Loop& loop) {
  for (int i = 0; i < loop.size; ++i)
    if (loop.on_link(i) && loop.plane[i].cut != loop.plane[0].cut) return false;
  return true;
}

// The point where the planes of the vertices meet; along an edge or the end of a crack, half way between its
// points on faces.
Vec3 meeting_point(const Loop& loop) {
  Quadric planes;
  Vec3 sum, face_sum;
  for (int i = 0; i < loop.size; ++i) {
    const LinkPlane& plane = loop.plane[i];
    sum += plane.at;
    if (loop.on_link(i))
      planes += Quadric::plane(plane.outward, plane.at, 1);
    else
      face_sum += plane.at;
  }
  const Vec3 near = loop.face_points > 1 ? face_sum / loop.face_points : sum / loop.size;
  const Vec3 meeting = feature_point(planes, near);
  if (!is_of_one_cut(loop)) return within_reach(planes, meeting, kEdgeReach);
  const Vec3 nearest = within_reach(planes, meeting, 0);
  return folds_over(loop, nearest) ? near : nearest;
}

int nearest_slot(const Loop& loop, const Vec3& p) {
  int best = -1;
  double least = 0;
  for (int i = 0; i < loop.size; ++i) {
    if (!loop.on_link(i)) continue;
    const int slot = loop.name[i];
    const double squared = squared_norm(p - to_vec3(cube_link_end(slot / 2, slot % 2)));
    if (best >= 0 && squared >= least) continue;
    best = slot;
    least = squared;
  }
  return best;
}

void fan_around_point(const Loop& loop, CubeSurface& surface) {
  const Vec3 at = meeting_point(loop);
  const auto name = static_cast<std::uint8_t>(CubeSurface::kOwnPoint + surface.point_count);
  surface.points[surface.point_count++] = {at, nearest_slot(loop, at)};
  for (int i = 0; i < loop.size; ++i)
    add_triangle(surface, {name, loop.name[i], loop.name[(i + 1) % loop.size]}, cut_of_side(loop, i));
}

}  // namespace

void fill_cube(const DualCube& cube, CubeSurface& surface) {
  surface.point_count = surface.triangle_count = 0;
  std::uint32_t vertices;
  const std::array<Step, 24> steps = steps_of(cube, vertices);
  Loop loop;
  for (int slot = 0; slot < 24; ++slot) {
    if ((vertices >> slot & 1) == 0) continue;
    trace(cube, steps, slot, vertices, loop);
    const int apex = fan_vertex(loop);
    if (apex >= 0)
      fan_around_vertex(loop, apex, surface);
    else
      fan_around_point(loop, surface);
  }
}

}  // namespace sinew
