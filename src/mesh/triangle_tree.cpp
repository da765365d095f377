#include "mesh/triangle_tree.h"

#include <algorithm>
#include <numeric>

namespace sinew {

namespace {
constexpr Index kLeafSize = 4;
}

TriangleTree::TriangleTree(const SurfaceMesh& surface) {
  const Index n = surface.triangle_count();
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), 0);
  std::vector<Vec3> centers(n);
  for (Index t = 0; t < n; ++t) {
    const auto [a, b, c] = surface.corners(t);
    centers[t] = (a + b + c) / 3;
  }
  nodes_.reserve(2 * n / kLeafSize + 1);
  if (n == 0) {
    nodes_.push_back({Box3{}, 0, 0, -1});
    return;
  }
  corners_.resize(n);
  for (Index t = 0; t < n; ++t) corners_[t] = surface.corners(t);
  build(0, n, centers);
  for (Index i = 0; i < n; ++i) corners_[i] = surface.corners(order_[i]);
}

// Splits at the median along the longest side of the centres' box: depth is log2(n), whatever the input.
Index TriangleTree::build(Index begin, Index end, std::vector<Vec3>& centers) {
  const Index self = static_cast<Index>(nodes_.size());
  nodes_.push_back({Box3{}, begin, end, -1});
  Box3 box, center_box;
  for (Index i = begin; i < end; ++i) {
    for (const Vec3& corner : corners_[order_[i]]) box.extend(corner);
    center_box.extend(centers[order_[i]]);
  }
  nodes_[self].box = box;
  if (end - begin <= kLeafSize) return self;

  const Vec3 size = center_box.size();
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const Index middle = begin + (end - begin) / 2;
  std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                   [&](Index s, Index t) {
                     const double a = centers[s][axis], b = centers[t][axis];
                     return a != b ? a < b : s < t;
                   });
  build(begin, middle, centers);
  const Index right = build(middle, end, centers);
  nodes_[self].right = right;
  return self;
}

TriangleTree::Nearest TriangleTree::nearest(const Vec3& p, double within) const {
  struct Entry {
    Index node;
    double squared_distance;
  };
  Nearest best;
  best.squared_distance = within * within;
  Entry stack[64];
  int depth = 0;
  stack[depth++] = {0, squared_distance(nodes_[0].box, p)};
  while (depth > 0) {
    const Entry entry = stack[--depth];
    if (!(entry.squared_distance < best.squared_distance)) continue;
    const Node& node = nodes_[entry.node];
    if (node.is_leaf()) {
      for (Index i = node.begin; i < node.end; ++i) {
        const auto& [a, b, c] = corners_[i];
        const Vec3 point = nearest_point_on_triangle(p, a, b, c);
        const double d2 = squared_norm(p - point);
        if (d2 < best.squared_distance) best = {d2, order_[i], point};
      }
      continue;
    }
    Entry near{entry.node + 1, squared_distance(nodes_[entry.node + 1].box, p)};
    Entry far{node.right, squared_distance(nodes_[node.right].box, p)};
    if (far.squared_distance < near.squared_distance) std::swap(near, far);
    stack[depth++] = far;
    stack[depth++] = near;
  }
  return best;
}

// Voronoi regions of the triangle, as in Ericson, Real-Time Collision Detection, sec. 5.1.5; divisions are
// guarded so that a triangle squeezed to a segment or a point falls through to an edge or a corner.
Vec3 nearest_point_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const Vec3 bp = p - b;
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return d1 > d3 ? a + (d1 / (d1 - d3)) * ab : a;
  const Vec3 cp = p - c;
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return d2 > d6 ? a + (d2 / (d2 - d6)) * ac : a;
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) {
    const double along = (d4 - d3) + (d5 - d6);
    return along > 0 ? b + ((d4 - d3) / along) * (c - b) : b;
  }
  const double area = va + vb + vc;
  return area > 0 ? a + (vb / area) * ab + (vc / area) * ac : a;
}

Vec3 barycentric_weights(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = cross(b - a, c - a);
  const double area2 = squared_norm(n);
  if (!(area2 > 0)) return {1, 0, 0};
  const double u = std::max(0.0, dot(n, cross(b - p, c - p)) / area2);
  const double v = std::max(0.0, dot(n, cross(c - p, a - p)) / area2);
  const double w = std::max(0.0, dot(n, cross(a - p, b - p)) / area2);
  return Vec3{u, v, w} / (u + v + w);
}

}  // namespace sinew
