#include "remeshing/surface_map.h"

#include <cmath>

namespace sinew {

namespace {

// Barycentric weights of p in (a, b, c); NaN if the triangle has no area.
Vec3 flat_weights(const Vec2& p, const Vec2& a, const Vec2& b, const Vec2& c) {
  const double area = cross(b - a, c - a);
  const double u = cross(b - p, c - p) / area, v = cross(c - p, a - p) / area;
  return {u, v, 1 - u - v};
}

Vec2 mixed(const Vec3& w, const Vec2& a, const Vec2& b, const Vec2& c) {
  return {w.x * a.x + w.y * b.x + w.z * c.x, w.x * a.y + w.y * b.y + w.z * c.y};
}

Vec3 clamped(const Vec3& weights) {
  const Vec3 w = max(weights, Vec3{});
  return w / (w.x + w.y + w.z);
}

// The points in every triangle, as linked lists: one array of heads, one of successors.
class Buckets {
 public:
  Buckets(std::span<const SurfacePoint> points, Index triangle_slots)
      : head_(triangle_slots, -1), next_(points.size(), -1) {
    for (Index i = static_cast<Index>(points.size()) - 1; i >= 0; --i) put(points[i].triangle, i);
  }
  void put(Index triangle, Index point) { next_[point] = head_[triangle], head_[triangle] = point; }
  void take_all(Index triangle, std::vector<Index>& out) {
    for (Index i = head_[triangle]; i >= 0; i = next_[i]) out.push_back(i);
    head_[triangle] = -1;
  }

 private:
  std::vector<Index> head_, next_;
};

struct Located {
  SurfacePoint point;
  double slack = -1e300;  // the least weight: negative outside
};

// The face that p lies in, or lies outside of by least.
Located locate(const Vec2& p, std::span<const Chart::Face> faces, const Vec2* points) {
  Located best;
  for (const Chart::Face& face : faces) {
    const auto& [i, j, k] = face.corner;
    const Vec3 w = flat_weights(p, points[i], points[j], points[k]);
    const double slack = std::min({w.x, w.y, w.z});
    if (is_finite(w) && slack > best.slack) best = {{face.triangle, w}, slack};
    if (best.slack >= 0) break;
  }
  return best;
}

constexpr double kRounding = 1e-7;

}  // namespace

double flat_quality(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Vec2 e = b - a, f = c - b, g = a - c;
  const double edges = e.x * e.x + e.y * e.y + f.x * f.x + f.y * f.y + g.x * g.x + g.y * g.y;
  return edges > 0 ? 2 * std::sqrt(3.0) * cross(e, c - a) / edges : 0;
}

void SurfaceMap::append(const Chart& chart) {
  starts_.push_back({static_cast<Index>(points_.size()), static_cast<Index>(before_.size()),
                     static_cast<Index>(after_.size())});
  points_.insert(points_.end(), chart.points.begin(), chart.points.end());
  before_.insert(before_.end(), chart.before.begin(), chart.before.end());
  after_.insert(after_.end(), chart.after.begin(), chart.after.end());
}

SurfaceMap::PullBack SurfaceMap::pull_back(std::vector<SurfacePoint> points, Index triangle_slots) const {
  PullBack result{std::move(points), 0};
  Buckets buckets(result.points, triangle_slots);
  Start end{0, static_cast<Index>(before_.size()), static_cast<Index>(after_.size())};
  std::vector<Index> inside;
  for (Index i = chart_count() - 1; i >= 0; end = starts_[i--]) {
    const Vec2* flat = &points_[starts_[i].point];
    const std::span before(&before_[starts_[i].before], end.before - starts_[i].before);

    // Empty the chart's triangles before any is filled again: both sides share their numbers.
    inside.clear();
    for (Index f = starts_[i].after; f < end.after; ++f) {
      const auto& [a, b, c] = after_[f].corner;
      const std::size_t first = inside.size();
      buckets.take_all(after_[f].triangle, inside);
      for (std::size_t k = first; k < inside.size(); ++k) {
        SurfacePoint& point = result.points[inside[k]];
        const Located located = locate(mixed(point.weights, flat[a], flat[b], flat[c]), before, flat);
        result.outside += located.slack < -kRounding;
        point = {located.point.triangle, clamped(located.point.weights)};
      }
    }
    for (const Index point : inside) buckets.put(result.points[point].triangle, point);
  }
  return result;
}

}  // namespace sinew
