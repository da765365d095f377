#include "mesh/surface_distance.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "mesh/triangle_tree.h"

namespace sinew {

namespace {

constexpr Index kTriangles = 256;  // per chunk of a loop
constexpr double kSlack = 1.04;    // bound over distance that is good enough
constexpr int kMostSplits = 16;

// The distance from a convex set is a convex function, so over a triangle it is largest at a corner. The distance
// from one triangle of the other surface, the nearest to the middle, therefore bounds the distance from all of it:
//
//   max over x in abc of d(x, surface) <= max over x in abc of d(x, T) = max(d(a, T), d(b, T), d(c, T))
//
// Where the bound is far above the distances that were seen, the triangle is split into four.
class Bound {
 public:
  Bound(const SurfaceMesh& to, double negligible) : to_(to), tree_(to), negligible_(negligible) {}

  double at(const Vec3& p) const { return std::sqrt(tree_.nearest(p).squared_distance); }

  // `seen`: a distance that occurs on the surface; grows.
  double over(const std::array<Vec3, 3>& t, double& seen, int splits = 0) const {
    const TriangleTree::Nearest nearest = tree_.nearest((t[0] + t[1] + t[2]) / 3);
    seen = std::max(seen, std::sqrt(nearest.squared_distance));
    const auto [a, b, c] = to_.corners(nearest.triangle);
    double bound = 0;
    for (const Vec3& p : t) bound = std::max(bound, distance(p, nearest_point_on_triangle(p, a, b, c)));
    if (bound <= std::max(kSlack * seen, negligible_) || splits == kMostSplits) return bound;

    const Vec3 ab = 0.5 * (t[0] + t[1]), bc = 0.5 * (t[1] + t[2]), ca = 0.5 * (t[2] + t[0]);
    double largest = 0;
    for (const std::array<Vec3, 3>& part :
         {std::array{t[0], ab, ca}, {ab, t[1], bc}, {ca, bc, t[2]}, {ab, bc, ca}})
      largest = std::max(largest, over(part, seen, splits + 1));
    return largest;
  }

 private:
  const SurfaceMesh& to_;
  TriangleTree tree_;
  double negligible_;
};

}  // namespace

double largest_distance(const SurfaceMesh& of, const SurfaceMesh& to, double negligible) {
  const auto larger = [](double a, double b) { return std::max(a, b); };
  const Bound bound(to, negligible);
  // Vertices first: what they see lets most triangles pass without a split.
  const double at_vertices = parallel_reduce(
      of.triangle_count(), kTriangles, 0.0,
      [&](Index begin, Index end) {
        double most = 0;
        for (Index t = begin; t < end; ++t) most = std::max(most, bound.at(of.positions[of.triangles[t][0]]));
        return most;
      },
      larger);
  return parallel_reduce(
      of.triangle_count(), kTriangles, 0.0,
      [&](Index begin, Index end) {
        double most = 0, seen = at_vertices;
        for (Index t = begin; t < end; ++t) most = std::max(most, bound.over(of.corners(t), seen));
        return most;
      },
      larger);
}

}  // namespace sinew
