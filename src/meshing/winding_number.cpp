#include "meshing/winding_number.h"

#include <numbers>

namespace sinew {

double solid_angle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 u = a - p, v = b - p, w = c - p;
  const double lu = norm(u), lv = norm(v), lw = norm(w);
  const double numerator = dot(u, cross(v, w));
  const double denominator = lu * lv * lw + dot(u, v) * lw + dot(v, w) * lu + dot(w, u) * lv;
  // In the triangle's own plane both may vanish; the angle is then without sign, and zero is its mean.
  return numerator == 0 ? 0 : 2 * std::atan2(numerator, denominator);
}

WindingNumber::WindingNumber(const TriangleTree& tree, double accuracy) : tree_(&tree) {
  far_.reserve(tree.nodes().size());
  for (const TriangleTree::Node& node : tree.nodes()) far_.push_back(far_field(node, accuracy));
}

WindingNumber::FarField WindingNumber::far_field(const TriangleTree::Node& node, double accuracy) const {
  const auto corners = tree_->corners();
  FarField far{};
  double area = 0;
  for (Index i = node.begin; i < node.end; ++i) {
    const auto& [a, b, c] = corners[i];
    const Vec3 n = 0.5 * cross(b - a, c - a);
    area += norm(n);
    far.N += n;
    far.center += norm(n) * ((a + b + c) / 3);
  }
  far.center = area > 0 ? far.center / area : node.box.center();
  double squared_radius = 0;
  for (Index i = node.begin; i < node.end; ++i) {
    const auto& [a, b, c] = corners[i];
    const Vec3 n = 0.5 * cross(b - a, c - a), d = (a + b + c) / 3 - far.center;
    for (int row = 0; row < 3; ++row) far.C[row] += n[row] * d;
    for (const Vec3& corner : corners[i])
      squared_radius = std::max(squared_radius, squared_norm(corner - far.center));
  }
  far.squared_reach = accuracy * accuracy * squared_radius;
  far.trace = far.C[0].x + far.C[1].y + far.C[2].z;
  return far;
}

// The field of an area normal n at x, seen from p, is n . r / |r|^3 with r = x - p; about the centre,
//   w = [N . r + tr C - 3 r . C r / |r|^2] / (4 pi |r|^3).
double WindingNumber::operator()(const Vec3& p) const {
  const auto nodes = tree_->nodes();
  const auto corners = tree_->corners();
  double total = 0;
  Index stack[64];
  int depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Index i = stack[--depth];
    const FarField& far = far_[i];
    const Vec3 r = far.center - p;
    const double r2 = squared_norm(r);
    if (r2 > far.squared_reach) {
      const Vec3 Cr{dot(far.C[0], r), dot(far.C[1], r), dot(far.C[2], r)};
      total += (dot(far.N, r) + far.trace - 3 * dot(r, Cr) / r2) / (r2 * std::sqrt(r2));
    } else if (nodes[i].is_leaf()) {
      for (Index t = nodes[i].begin; t < nodes[i].end; ++t)
        total += solid_angle(p, corners[t][0], corners[t][1], corners[t][2]);
    } else {
      stack[depth++] = nodes[i].right;
      stack[depth++] = i + 1;
    }
  }
  return total / (4 * std::numbers::pi);
}

}  // namespace sinew
