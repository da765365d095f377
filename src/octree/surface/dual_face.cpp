#include "octree/surface/dual_face.h"

#include <algorithm>
#include <utility>

#include "octree/surface/safe_places.h"

namespace sinew {

namespace {

// Which end of link k is at corner k of the cycle; the other is at corner k + 1.
constexpr int end_at_start(int k) { return k >= 2; }
constexpr int end_at_finish(int k) { return k < 2; }

// The plane of a vertex on a face with `axis`, relative to the face's corner 0.
LinkPlane face_plane(const CutLink& link, int slot, int axis) {
  const auto [b, c] = face_link_lower(slot / 2);
  Vec3 lower;
  lower[(axis + 1) % 3] = b;
  lower[(axis + 2) % 3] = c;
  return link_plane(link, slot % 2, lower);
}

// Follows the plane of a cut from its vertex on the link to the centre of the face.
Vec3 crack_tip(const LinkPlane& plane, int along, int across) {
  const double depth = 0.5 - plane.at[across];
  Vec3 tip = plane.at;
  tip[across] += depth;
  const double slope = plane.outward[across] / plane.outward[along];
  if (std::abs(slope) < 1) tip[along] = std::clamp(tip[along] - slope * depth, 0.0, 1.0);
  return tip;
}

void add_crack_end(const CutLink& link, int axis, FaceSegment& segment) {
  const int along = link.axis, across = 3 - axis - along;
  const Vec3 from = crack_tip(face_plane(link, segment.from, axis), along, across);
  const Vec3 to = crack_tip(face_plane(link, segment.to, axis), along, across);
  segment.has_point = true;
  segment.point = 0.5 * (from + to);
}

// Whether the path from one vertex to the other through p runs forward along both planes, with the material
// on the right. Planes of a surface that winds within the face may meet elsewhere.
bool is_on_the_way(const LinkPlane& from, const LinkPlane& to, const Vec3& p, int axis) {
  Vec3 up;
  up[axis] = 1;
  return dot(p - from.at, cross(from.outward, up)) >= 0 && dot(to.at - p, cross(to.outward, up)) >= 0;
}

void add_bend(const CutLink& first, const CutLink& last, int axis, FaceSegment& segment) {
  const LinkPlane from = face_plane(first, segment.from, axis), to = face_plane(last, segment.to, axis);
  const bool is_one_cut = from.cut == to.cut;
  if (is_one_cut && dot(from.outward, to.outward) >= kSharpCosine) return;
  const Quadric planes = Quadric::plane(from.outward, from.at, 1) + Quadric::plane(to.outward, to.at, 1);
  const Vec3 bend = feature_point(planes, 0.5 * (from.at + to.at));
  if (is_one_cut && !is_on_the_way(from, to, bend, axis)) return;
  segment.has_point = true;
  segment.point = within_reach(planes, bend, is_one_cut ? 0 : kEdgeReach);
}

}  // namespace

Vec3 feature_point(const Quadric& planes, const Vec3& near) {
  constexpr double kSoftness = 1e-3;
  constexpr int kRounds = 3;
  // Softness moves the point off planes that do meet; each round reduces that error by this factor.
  Vec3 p = near;
  for (int round = 0; round < kRounds; ++round) p = soft_minimum(planes, p, kSoftness);
  return p;
}

Vec3 within_reach(Quadric planes, const Vec3& meeting, double reach) {
  constexpr double kHold = 1e3;
  const Vec3 ones{1, 1, 1};
  const auto clamped = [&](const Vec3& p) { return max(-reach * ones, min((1 + reach) * ones, p)); };
  const Vec3 nearest = clamped(meeting);
  if (nearest == meeting) return meeting;
  // Tie the point to the sides that it has left, and let it slide along them.
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 n;
    n[axis] = 1;
    if (nearest[axis] != meeting[axis]) planes += Quadric::plane(n, nearest, kHold);
  }
  return clamped(feature_point(planes, nearest));
}

bool shows_a_wall(const std::array<const CutLink*, 4>& links, int axis) {
  if (std::find(links.begin(), links.end(), nullptr) != links.end()) return false;
  Vec3 middle{0.5, 0.5, 0.5};
  middle[axis] = 0;
  double height = 0;
  const bool first_inside = links[0]->lower.cut >= 0;  // corner 0
  for (int k = 0; k < 4; ++k) {
    // Corners alternate between inside and outside.
    const bool start_inside = first_inside == (k % 2 == 0);
    const int inner = start_inside ? end_at_start(k) : end_at_finish(k);
    if (link_end(*links[k], inner).cut != 0 || link_end(*links[k], 1 - inner).cut >= 0) return false;
    const LinkPlane plane = face_plane(*links[k], 2 * k + inner, axis);
    height += dot(plane.outward, middle - plane.at);
  }
  return height < 0;
}

FaceSegments face_segments(const std::array<const CutLink*, 4>& links, int axis, bool wall) {
  FaceSegments segments;
  // Start a segment at each link with an inside end at its finish, and follow joined links to the next cut
  // one.
  for (int k = 0; k < 4; ++k) {
    if (!links[k] || link_end(*links[k], end_at_finish(k)).cut < 0) continue;
    int last = k + 1;
    while (!links[last % 4]) ++last;
    FaceSegment& segment = segments.segment[segments.count++];
    segment.from = static_cast<std::uint8_t>(2 * k + end_at_finish(k));
    segment.to = static_cast<std::uint8_t>(2 * (last % 4) + end_at_start(last % 4));
    if (last == k + 4)
      add_crack_end(*links[k], axis, segment);
    else
      add_bend(*links[k], *links[last % 4], axis, segment);
  }
  if (wall) {
    // Exchange the ends of the two segments.
    std::swap(segments.segment[0].to, segments.segment[1].to);
    for (int s = 0; s < 2; ++s) {
      FaceSegment& segment = segments.segment[s];
      segment.has_point = false;
      add_bend(*links[segment.from / 2], *links[segment.to / 2], axis, segment);
    }
  }
  set_safe_points(links, axis, segments);
  return segments;
}

}  // namespace sinew
