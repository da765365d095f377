// Ear clipping: a corner whose triangle with its two neighbours turns the right way and holds no other corner
// is an ear, and can be cut off; every simple polygon has two of them. Of all ears the one with the shortest
// diagonal goes first, which gives a quadrilateral its shorter diagonal and keeps larger polygons from
// becoming needles. Only reflex corners can lie in an ear, so a convex polygon costs n^2 comparisons of
// lengths and a polygon with r reflex corners n r tests.
#include "mesh/formats/polygon.h"

#include <fmt/format.h>

#include <algorithm>

namespace sinew {

namespace {

constexpr std::size_t kMaxClippedCorners = 10000;

struct Point2 {
  double u = 0, v = 0;
  bool operator==(const Point2&) const = default;
};

// Twice the signed area of (a, b, c).
double turn(const Point2& a, const Point2& b, const Point2& c) {
  return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

// The polygon seen along its normal (Newell's sum), on the coordinate plane it leans on most.
std::vector<Point2> flattened(std::span<const Vec3> positions, std::span<const Index> corners) {
  const Vec3 origin = positions[corners[0]];
  Vec3 normal;
  for (std::size_t i = 0; i < corners.size(); ++i)
    normal += cross(positions[corners[i]] - origin, positions[corners[(i + 1) % corners.size()]] - origin);
  const Vec3 size{std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)};
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  int u = (axis + 1) % 3, v = (axis + 2) % 3;
  if (normal[axis] < 0) std::swap(u, v);
  std::vector<Point2> points(corners.size());
  for (std::size_t i = 0; i < corners.size(); ++i)
    points[i] = {positions[corners[i]][u], positions[corners[i]][v]};
  return points;
}

class EarClipper {
 public:
  EarClipper(std::span<const Vec3> positions, std::span<const Index> corners)
      : positions_(positions), corners_(corners), points_(flattened(positions, corners)) {
    const int n = static_cast<int>(corners.size());
    for (int i = 0; i < n; ++i) remaining_.push_back({i, (i + n - 1) % n, (i + 1) % n});
    for (int i = 0; i < n; ++i)
      if (turn_at(i) <= 0) reflex_.push_back(i);
    for (Corner& corner : remaining_) update(corner);
  }

  void clip(std::vector<Triangle>& triangles) {
    while (remaining_.size() > 3) {
      const std::size_t at = best_ear();
      emit(remaining_[at], triangles);
      const std::size_t before = at == 0 ? remaining_.size() - 1 : at - 1;
      const std::size_t after = at + 1 == remaining_.size() ? 0 : at + 1;
      remaining_[before].next = remaining_[at].next;
      remaining_[after].previous = remaining_[at].previous;
      std::erase(reflex_, remaining_[at].self);
      update(remaining_[before]);
      update(remaining_[after]);
      remaining_.erase(remaining_.begin() + static_cast<std::ptrdiff_t>(at));
    }
    emit(remaining_[0], triangles);
  }

 private:
  struct Corner {
    int self, previous, next;
    bool is_ear = false;
    double diagonal = 0;  // squared length
  };

  double turn_at(int i) const {
    return turn(points_[remaining_[i].previous], points_[i], points_[remaining_[i].next]);
  }
  // Also corners that touch the ear's sides count as inside: cutting there would fold the rest.
  bool holds_a_corner(const Point2& a, const Point2& b, const Point2& c) const {
    return std::any_of(reflex_.begin(), reflex_.end(), [&](int i) {
      const Point2& p = points_[i];
      if (p == a || p == b || p == c) return false;
      return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
    });
  }
  void update(Corner& corner) const {
    const Point2 &a = points_[corner.previous], &b = points_[corner.self], &c = points_[corner.next];
    corner.is_ear = turn(a, b, c) > 0 && !holds_a_corner(a, b, c);
    corner.diagonal = squared_norm(positions_[corners_[corner.next]] - positions_[corners_[corner.previous]]);
  }
  // Where rounding or a crossing leaves no ear at all, any corner will do.
  std::size_t best_ear() const {
    const auto best =
        std::min_element(remaining_.begin(), remaining_.end(), [](const Corner& a, const Corner& b) {
          return a.is_ear != b.is_ear ? a.is_ear : a.diagonal < b.diagonal;
        });
    return static_cast<std::size_t>(best - remaining_.begin());
  }
  void emit(const Corner& corner, std::vector<Triangle>& triangles) const {
    triangles.push_back({corners_[corner.previous], corners_[corner.self], corners_[corner.next]});
  }

  std::span<const Vec3> positions_;
  std::span<const Index> corners_;
  std::vector<Point2> points_;
  std::vector<Corner> remaining_;
  std::vector<int> reflex_;
};

// The shorter diagonal, unless the quadrilateral is not convex and only the other one lies inside.
void split_quadrilateral(std::span<const Vec3> positions, std::span<const Index> corners,
                         std::vector<Triangle>& triangles) {
  const Vec3 &a = positions[corners[0]], &b = positions[corners[1]];
  const Vec3 &c = positions[corners[2]], &d = positions[corners[3]];
  const Vec3 normal = cross(c - a, d - b);
  const auto faces_up = [&](const Vec3& p, const Vec3& q, const Vec3& r) {
    return dot(cross(q - p, r - p), normal) > 0;
  };
  const bool ac_inside = faces_up(a, b, c) && faces_up(a, c, d);
  const bool bd_inside = faces_up(b, c, d) && faces_up(b, d, a);
  const bool ac_shorter = !(squared_norm(d - b) < squared_norm(c - a));
  const bool take_ac = ac_inside != bd_inside ? ac_inside : ac_shorter;
  const int first = take_ac ? 0 : 1;
  triangles.push_back({corners[first], corners[first + 1], corners[first + 2]});
  triangles.push_back({corners[first], corners[first + 2], corners[(first + 3) % 4]});
}

}  // namespace

void PolygonList::add(std::span<const Index> face) {
  corners.insert(corners.end(), face.begin(), face.end());
  close_face();
}

void PolygonList::add_strip(std::span<const Index> strip) {
  std::vector<Triangle> triangles;
  append_strip(strip, triangles);
  for (const Triangle& t : triangles) add(t);
}

void append_strip(std::span<const Index> strip, std::vector<Triangle>& triangles) {
  for (std::size_t i = 2; i < strip.size(); ++i) {
    Triangle t{strip[i - 2], strip[i - 1], strip[i]};
    if (i % 2 == 1) std::swap(t[1], t[2]);
    if (!has_repeated_corner(t)) triangles.push_back(t);
  }
}

void append_fan(std::span<const Index> fan, std::vector<Triangle>& triangles) {
  for (std::size_t i = 2; i < fan.size(); ++i) triangles.push_back({fan[0], fan[i - 1], fan[i]});
}

void triangulate_polygon(std::span<const Vec3> positions, std::span<const Index> corners,
                         std::vector<Triangle>& triangles) {
  if (corners.size() < 4 || corners.size() > kMaxClippedCorners)
    append_fan(corners, triangles);
  else if (corners.size() == 4)
    split_quadrilateral(positions, corners, triangles);
  else
    EarClipper(positions, corners).clip(triangles);
}

void split_polygons(const PolygonList& faces, MeshFile& file) {
  const std::vector<Vec3>& positions = file.surface.positions;
  std::vector<Triangle>& triangles = file.surface.triangles;
  const std::size_t corners_in_excess = 2 * faces.ends.size();
  triangles.reserve(faces.corners.size() - std::min(faces.corners.size(), corners_in_excess));
  const auto is_there = [&](Index v) { return v >= 0 && static_cast<std::size_t>(v) < positions.size(); };
  std::size_t begin = 0, too_small = 0;
  for (const std::size_t end : faces.ends) {
    const std::span<const Index> corners(faces.corners.data() + begin, end - begin);
    begin = end;
    if (corners.size() < 3) ++too_small;
    if (corners.size() > 3) ++file.polygons;
    if (std::all_of(corners.begin(), corners.end(), is_there))
      triangulate_polygon(positions, corners, triangles);
    else
      append_fan(corners, triangles);
  }
  if (too_small > 0)
    file.warnings.push_back(fmt::format("{} faces of fewer than three corners skipped", too_small));
}

}  // namespace sinew
