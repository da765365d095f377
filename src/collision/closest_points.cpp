#include "collision/closest_points.h"

#include <algorithm>
#include <cmath>

// Nearest points are inside of both features, or on the boundary of one of them. The inner solution is taken
// from the common normal N, which keeps its digits where features are thin or nearly parallel; the boundary
// is searched if the inner solution falls outside, or if N has lost half of its digits. Weights are never
// negative: the points belong to the features whatever rounding does.

namespace sinew {

namespace {

using Kind = FeaturePair::Kind;
using Weights = std::array<double, 4>;

constexpr double kThin = 1e-14;      // of |N|^2 / (|d|^2 |e|^2): two directions closer than 1e-7 are one
constexpr double kTouching = 1e-12;  // of the size

// The share of the way from p to q at which the segment is nearest to the origin.
double nearest_share(const Vec3& p, const Vec3& q) {
  const Vec3 along = q - p;
  const double length2 = squared_norm(along);
  return length2 > 0 ? std::clamp(-dot(p, along) / length2, 0.0, 1.0) : 0;
}

// Candidates; the nearest is kept.
struct Nearest {
  const std::array<Vec3, 4>& x;  // relative to x[0]
  Weights weight{};
  Vec3 difference{};
  double squared_distance = std::numeric_limits<double>::infinity();

  void offer(const Weights& w) {
    const Vec3 d = w[0] * x[0] + w[1] * x[1] + w[2] * x[2] + w[3] * x[3];
    if (const double d2 = squared_norm(d); d2 < squared_distance)
      weight = w, difference = d, squared_distance = d2;
  }
};

Vec3 some_perpendicular(const Vec3& a) {
  const Vec3 axis = std::abs(a.x) <= std::abs(a.y) && std::abs(a.x) <= std::abs(a.z) ? Vec3{1, 0, 0}
                    : std::abs(a.y) <= std::abs(a.z)                                 ? Vec3{0, 1, 0}
                                                                                     : Vec3{0, 0, 1};
  const Vec3 normal = cross(a, axis);
  return squared_norm(normal) > 0 ? normalized(normal) : Vec3{0, 0, 1};
}

// Perpendicular to both, as far as possible.
Vec3 common_normal(const Vec3& N, const Vec3& d, const Vec3& e) {
  const double d2 = squared_norm(d), e2 = squared_norm(e);
  if (squared_norm(N) > kThin * d2 * e2) return normalized(N);
  return some_perpendicular(d2 > e2 ? d : e);
}

// The first vertex is the origin. (u, v, w) are the parts of the triangle's area opposite to each corner.
// Returns whether the nearest points are inside.
bool search_vertex_triangle(Nearest& nearest, const Vec3& N) {
  const auto& [p, a, b, c] = nearest.x;
  const double u = dot(N, cross(b, c)), v = dot(N, cross(c, a)), w = dot(N, cross(a, b)), area = u + v + w;
  const bool inside = u > 0 && v > 0 && w > 0;
  if (inside) nearest.offer({1, -u / area, -v / area, -w / area});
  const bool thin = !(squared_norm(N) > kThin * squared_norm(b - a) * squared_norm(c - a));
  if (inside && !thin) return true;
  // The nearest point of the boundary is on an edge that is seen from the origin.
  if (thin || u <= 0) {
    const double s = nearest_share(b, c);
    nearest.offer({1, 0, s - 1, -s});
  }
  if (thin || v <= 0) {
    const double s = nearest_share(c, a);
    nearest.offer({1, -s, 0, s - 1});
  }
  if (thin || w <= 0) {
    const double s = nearest_share(a, b);
    nearest.offer({1, s - 1, -s, 0});
  }
  return false;
}

bool search_edge_edge(Nearest& nearest, const Vec3& N) {
  const auto& [p, q, r, s] = nearest.x;
  const Vec3 d = q - p, e = s - r, between = r - p;
  const double N2 = squared_norm(N);
  const bool thin = !(N2 > kThin * squared_norm(d) * squared_norm(e));
  const double i = N2 > 0 ? dot(cross(between, e), N) / N2 : -1,
               j = N2 > 0 ? dot(cross(between, d), N) / N2 : -1;
  const bool inside = i > 0 && i < 1 && j > 0 && j < 1;
  if (inside) nearest.offer({1 - i, i, j - 1, -j});
  if (inside && !thin) return true;
  for (const double end : {0.0, 1.0}) {
    const Vec3 first = end == 0 ? p : q, second = end == 0 ? r : s;
    const double on_second = nearest_share(r - first, s - first),
                 on_first = nearest_share(p - second, q - second);
    nearest.offer({1 - end, end, on_second - 1, -on_second});
    nearest.offer({1 - on_first, on_first, end - 1, -end});
  }
  return false;
}

}  // namespace

ClosestPoints closest_points(Kind kind, const std::array<Vec3, 4>& x) {
  const std::array<Vec3, 4> relative = {Vec3{}, x[1] - x[0], x[2] - x[0], x[3] - x[0]};
  Nearest nearest{relative};
  const bool is_vertex = kind == Kind::kVertexTriangle;
  const Vec3 d = is_vertex ? relative[2] - relative[1] : relative[1];
  const Vec3 e = is_vertex ? relative[3] - relative[1] : relative[3] - relative[2];
  const Vec3 N = cross(d, e);
  const bool inside = is_vertex ? search_vertex_triangle(nearest, N) : search_edge_edge(nearest, N);

  // N has more digits than the difference of two points that are close to each other.
  const double distance = std::sqrt(nearest.squared_distance);
  const double size2 =
      std::max({squared_norm(relative[1]), squared_norm(relative[2]), squared_norm(relative[3])});
  if (!inside && nearest.squared_distance > kTouching * kTouching * size2)
    return {distance, nearest.difference / distance, nearest.weight};
  const Vec3 normal = common_normal(N, d, e);
  return {distance, dot(normal, nearest.difference) < 0 ? -normal : normal, nearest.weight};
}

}  // namespace sinew
