#include "octree/surface/dual_cube.h"

#include "mesh/self_intersection.h"
#include "octree/surface/safe_places.h"

namespace sinew {

namespace {

// Whether the two links share a face of the cube: then another cube may have an edge between their vertices.
bool share_a_face(int link, int other) {
  for (int end = 0; end < 2; ++end)
    for (int other_end = 0; other_end < 2; ++other_end)
      if ((cube_link_corner(link, end) ^ cube_link_corner(other, other_end)) == 7) return false;
  return true;
}

// The vertex around which a loop without bends can be filled, or -1: among those whose diagonals lie within
// the cube, the one on the first link, so that both sides of a cut are filled alike.
int fan_vertex(const DualLoop& loop) {
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
std::int32_t cut_of_side(const DualLoop& loop, int i) {
  return loop.plane[loop.on_link(i) ? i : (i + 1) % loop.size].cut;
}

void add_triangle(CubeSurface& surface, std::array<std::uint8_t, 3> corners, std::int32_t cut) {
  surface.triangles[surface.triangle_count] = corners;
  surface.cuts[surface.triangle_count++] = cut;
}

void fan_around_vertex(const DualLoop& loop, int apex, CubeSurface& surface) {
  for (int k = 1; k + 1 < loop.size; ++k)
    add_triangle(surface,
                 {loop.name[apex], loop.name[(apex + k) % loop.size], loop.name[(apex + k + 1) % loop.size]},
                 loop.plane[apex].cut);
}

// Whether a fan around p has a triangle that faces into the material.
bool folds_over(const DualLoop& loop, const Vec3& p) {
  for (int i = 0; i < loop.size; ++i) {
    const int next = (i + 1) % loop.size;
    const Vec3 area = cross(loop.plane[i].at - p, loop.plane[next].at - p);
    if (dot(area, loop.plane[loop.on_link(i) ? i : next].outward) < 0) return true;
  }
  return false;
}

bool is_of_one_cut(const DualLoop& loop) {
  for (int i = 0; i < loop.size; ++i)
    if (loop.on_link(i) && loop.plane[i].cut != loop.plane[0].cut) return false;
  return true;
}

// The point where the planes of the vertices meet; along an edge or the end of a crack, half way between its
// points on faces.
Vec3 meeting_point(const DualLoop& loop) {
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

int nearest_slot(const DualLoop& loop, const Vec3& p) {
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

Vec3 within_cube(const Vec3& p) {
  const Vec3 ones{1, 1, 1};
  return max(kSafeMargin * ones, min((1 - kSafeMargin) * ones, p));
}

}  // namespace

void CubeFiller::fill(const DualCube& cube, CubeSurface& surface) {
  trace(cube);
  set_safe_points();
  surface.point_count = surface.triangle_count = 0;
  for (const Fan& fan : fans()) add_to(surface, fan);
}

void CubeFiller::trace(const DualCube& cube) {
  count_ = 0;
  std::uint32_t vertices;
  const CubeSteps steps = steps_of(cube, vertices);
  for (int slot = 0; slot < 24; ++slot) {
    if ((vertices >> slot & 1) == 0) continue;
    Fan& fan = fans_[count_++];
    trace_loop(cube, steps, slot, vertices, fan.loop);
    fan.apex = fan_vertex(fan.loop);
    if (fan.apex < 0) fan.at = meeting_point(fan.loop);
  }
}

// Tries the points' own places first, then a common one, and at last cones alone, which are apart (safe_places.h).
void CubeFiller::set_safe_points() {
  for (Fan& fan : fans()) fan.safe = within_cube(fan.at);
  if (count_ < 2) return;
  move_aside();
  if (are_apart()) return;
  for (Fan& fan : fans()) fan.safe = middle();
  move_aside();
  if (are_apart()) return;
  for (Fan& fan : fans()) {
    if (fan.apex >= 0) fan.at = meeting_point(fan.loop);
    fan.apex = -1;
  }
  if (are_apart()) return;
  for (Fan& fan : fans()) fan.safe = middle();
}

Vec3 CubeFiller::middle() const {
  Vec3 sum;
  int size = 0;
  for (const Fan& fan : fans())
    for (int i = 0; i < fan.loop.size; ++i) sum += fan.loop.safe[i], ++size;
  return within_cube(sum / size);
}

// Moves the points into the material of their loops.
void CubeFiller::move_aside() {
  for (Fan& fan : fans()) {
    const DualLoop& loop = fan.loop;
    Vec3 inward;
    for (int i = 0; i < loop.size; ++i)
      if (loop.on_link(i))
        inward += to_vec3(cube_link_end(loop.name[i] / 2, loop.name[i] % 2)) - loop.safe[i];
    fan.safe = within_cube(fan.safe + 0.5 * kSafeKerf * normalized(inward));
  }
}

// Whether the fans are apart from each other, with all vertices at their safe places.
bool CubeFiller::are_apart() const {
  for (int s = 0; s < count_; ++s)
    for (int t = 0; t < s; ++t)
      if (cross(fans_[s], fans_[t])) return false;
  return true;
}

// Finds the triangle of a fan at side k of its loop, if there is one.
bool CubeFiller::safe_triangle(const Fan& fan, int k, std::array<const Vec3*, 3>& triangle) {
  const DualLoop& loop = fan.loop;
  const int next = (k + 1) % loop.size;
  if (k == fan.apex || next == fan.apex) return false;
  triangle = {fan.apex < 0 ? &fan.safe : &loop.safe[fan.apex], &loop.safe[k], &loop.safe[next]};
  return true;
}

bool CubeFiller::cross(const Fan& one, const Fan& other) {
  std::array<const Vec3*, 3> s, t;
  for (int i = 0; i < one.loop.size; ++i) {
    if (!safe_triangle(one, i, s)) continue;
    for (int j = 0; j < other.loop.size; ++j)
      if (safe_triangle(other, j, t) && triangles_cross(s, t)) return true;
  }
  return false;
}

void CubeFiller::add_to(CubeSurface& surface, const Fan& fan) {
  const DualLoop& loop = fan.loop;
  if (fan.apex >= 0) return fan_around_vertex(loop, fan.apex, surface);
  const auto name = static_cast<std::uint8_t>(CubeSurface::kOwnPoint + surface.point_count);
  surface.points[surface.point_count++] = {fan.at, fan.safe, nearest_slot(loop, fan.at)};
  for (int i = 0; i < loop.size; ++i)
    add_triangle(surface, {name, loop.name[i], loop.name[(i + 1) % loop.size]}, cut_of_side(loop, i));
}

}  // namespace sinew
