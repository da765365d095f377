#include "mesh/up_guess.h"

#include <algorithm>
#include <array>

namespace sinew {

namespace {

using Point2 = std::array<double, 2>;

double turn(const Point2& a, const Point2& b, const Point2& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// Counter-clockwise, by Andrew's monotone chain.
std::vector<Point2> convex_hull(std::vector<Point2> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<Point2> hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t start = hull.size();
    for (const Point2& p : points) {
      while (hull.size() >= start + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

double area_of(const std::vector<Point2>& polygon) {
  double area = 0;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) area += turn(polygon[0], polygon[i], polygon[i + 1]);
  return area / 2;
}

bool is_over(const std::vector<Point2>& polygon, const Point2& p) {
  if (polygon.size() < 3) return false;
  for (std::size_t i = 0; i < polygon.size(); ++i)
    if (turn(polygon[i], polygon[(i + 1) % polygon.size()], p) < 0) return false;
  return true;
}

Vec3 middle_of(const SurfaceMesh& mesh) {
  Vec3 sum;
  double area = 0;
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    const double of_triangle = norm(cross(b - a, c - a));
    sum += of_triangle / 3 * (a + b + c);
    area += of_triangle;
  }
  return area > 0 ? sum / area : bounding_box(mesh).center();
}

// The area that the lowest part along an axis spans, in that of the box's face below; 0 if the middle is
// not over it: the body would topple.
double base_of(const SurfaceMesh& mesh, const Box3& box, const Vec3& middle, int up) {
  constexpr double kLowest = 0.05;
  const int u = (up + 1) % 3, v = (up + 2) % 3;
  const double below = box.size()[u] * box.size()[v];
  if (!(below > 0)) return 0;
  std::vector<Point2> lowest;
  for (const Vec3& p : mesh.positions)
    if (p[up] <= box.lower[up] + kLowest * box.size()[up]) lowest.push_back({p[u], p[v]});
  const std::vector<Point2> hull = convex_hull(std::move(lowest));
  return is_over(hull, {middle[u], middle[v]}) ? area_of(hull) / below : 0;
}

}  // namespace

UpGuess guess_up(const SurfaceMesh& mesh) {
  // Bases narrower than this are not feet. One along z must be a large part of what is above it, and this
  // many times as wide as the one along y.
  constexpr double kNarrow = 0.02, kWide = 0.2, kMuchWider = 2;
  const Box3 box = bounding_box(mesh);
  const Vec3 middle = middle_of(mesh);
  const double y = base_of(mesh, box, middle, 1), z = base_of(mesh, box, middle, 2);
  if (z > kWide && z > kMuchWider * y)
    return {'z', y > 0 ? "its base is much wider along z than along y"
                       : "it has a base to stand on along z alone"};
  if (y > kNarrow) return {'y', "it has a base to stand on along y"};
  return {'y', "nothing tells y from z"};
}

}  // namespace sinew
