#include "octree/surface/safe_places.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "octree/surface/kerf.h"

namespace sinew {

namespace {

// How far the curves of a face must be apart, in voxels, if points leave the straight lines.
constexpr double kCurvesApart = 0.25 * kKerf;
// The shares of the way from the bend to the straight line that are tried.
constexpr std::array kShares{0.05, 0.15, 0.4, 1.0};

struct Point2 {
  double b = 0, c = 0;
};
Point2 operator-(const Point2& p, const Point2& q) { return {p.b - q.b, p.c - q.c}; }
double cross2(const Point2& p, const Point2& q) { return p.b * q.c - p.c * q.b; }
double dot2(const Point2& p, const Point2& q) { return p.b * q.b + p.c * q.c; }
Point2 lerp2(const Point2& p, const Point2& q, double t) {
  return {std::lerp(p.b, q.b, t), std::lerp(p.c, q.c, t)};
}

// A segment in the plane of its face: its ends, and the point in between.
struct FaceCurve {
  Point2 from, to;
  Point2 bend;    // where the point should be
  Point2 middle;  // where it is
  bool has_point = false;
};

double squared_distance(const Point2& p, const Point2& a, const Point2& b) {
  const Point2 along = b - a;
  const double length = dot2(along, along);
  const double t = length > 0 ? std::clamp(dot2(p - a, along) / length, 0.0, 1.0) : 0;
  const Point2 off = p - lerp2(a, b, t);
  return dot2(off, off);
}

bool lines_are_apart(const Point2& a, const Point2& b, const Point2& p, const Point2& q) {
  const bool across = (cross2(b - a, p - a) > 0) != (cross2(b - a, q - a) > 0) &&
                      (cross2(q - p, a - p) > 0) != (cross2(q - p, b - p) > 0);
  if (across) return false;
  const double least = std::min({squared_distance(a, p, q), squared_distance(b, p, q),
                                 squared_distance(p, a, b), squared_distance(q, a, b)});
  return least > kCurvesApart * kCurvesApart;
}

bool curves_are_apart(const FaceCurve& s, const FaceCurve& t) {
  return lines_are_apart(s.from, s.middle, t.from, t.middle) &&
         lines_are_apart(s.from, s.middle, t.middle, t.to) &&
         lines_are_apart(s.middle, s.to, t.from, t.middle) && lines_are_apart(s.middle, s.to, t.middle, t.to);
}

bool all_are_apart(std::span<const FaceCurve> curves) {
  for (std::size_t i = 0; i < curves.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!curves_are_apart(curves[i], curves[j])) return false;
  return true;
}

}  // namespace

Vec3 safe_on_link(const CutLink& link, int end, Vec3 lower) {
  double own = std::clamp<double>(link_end(link, end).distance, kSafeMargin, 1 - kSafeMargin);
  if (const LinkEnd& beyond = link_end(link, 1 - end); beyond.cut >= 0) {
    const double other = std::clamp<double>(beyond.distance, kSafeMargin, 1 - kSafeMargin);
    const double excess = std::max(0.0, own + other - (1 - kSafeKerf));
    own = std::clamp(own - excess / 2, kSafeMargin, 1 - kSafeKerf - kSafeMargin);
  }
  lower[link.axis] += end == 0 ? own : 1 - own;
  return lower;
}

void set_safe_points(const std::array<const CutLink*, 4>& links, int axis, FaceSegments& segments) {
  const int b = (axis + 1) % 3, c = (axis + 2) % 3;
  const auto in_plane = [&](const Vec3& p) { return Point2{p[b], p[c]}; };
  const auto on_link = [&](int slot) {
    Vec3 lower;
    const auto [lower_b, lower_c] = face_link_lower(slot / 2);
    lower[b] = lower_b, lower[c] = lower_c;
    return in_plane(safe_on_link(*links[slot / 2], slot % 2, lower));
  };
  const auto within_face = [](double x) { return std::clamp(x, kSafeMargin, 1 - kSafeMargin); };

  bool any = false;
  for (int s = 0; s < segments.count; ++s) any |= segments.segment[s].has_point;
  if (!any) return;

  std::array<FaceCurve, 4> curves;
  const std::span used(curves.data(), segments.count);
  for (int s = 0; s < segments.count; ++s) {
    const FaceSegment& segment = segments.segment[s];
    FaceCurve& curve = curves[s];
    curve.from = on_link(segment.from), curve.to = on_link(segment.to);
    curve.has_point = segment.has_point;
    curve.bend = {within_face(segment.point[b]), within_face(segment.point[c])};
  }
  // A crack ends in the face: the only curve there, which has no straight line.
  const bool is_crack_end = segments.segment[0].from / 2 == segments.segment[0].to / 2;
  for (const double share : kShares) {
    for (FaceCurve& curve : used) {
      const Point2 straight = lerp2(curve.from, curve.to, 0.5);
      curve.middle = !curve.has_point ? straight
                     : is_crack_end   ? curve.bend
                                      : lerp2(curve.bend, straight, share);
    }
    if (all_are_apart(used)) break;
  }
  for (int s = 0; s < segments.count; ++s) {
    FaceSegment& segment = segments.segment[s];
    segment.safe[axis] = 0;
    segment.safe[b] = curves[s].middle.b, segment.safe[c] = curves[s].middle.c;
  }
}

}  // namespace sinew
