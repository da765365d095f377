#include "meshing/winding_number.h"

#include <algorithm>
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

WindingNumber::WindingNumber(const TriangleTree& tree, double accuracy, InstructionSet set)
    : tree_(&tree), kernels_(&winding_kernels_for(set)) {
  far_.reserve(tree.nodes().size());
  for (const TriangleTree::Node& node : tree.nodes()) far_.push_back(far_field(node, accuracy));
  pack();
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

namespace {

// A coordinate as two floats.
void split(double x, float& head, float& rest) {
  head = static_cast<float>(x);
  rest = static_cast<float>(x - static_cast<double>(head));
}

}  // namespace

void WindingNumber::pack() {
  const auto nodes = tree_->nodes();
  const auto corners = tree_->corners();
  if (!tree_->empty()) origin_ = tree_->box().center();
  const double size = tree_->empty() ? 0 : tree_->box().longest_side();
  scale_ = size > 0 ? 1 / size : 1;
  packed_nodes_.resize(nodes.size());
  packed_triangles_.resize(corners.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const FarField& far = far_[i];
    WindingTree::Node& node = packed_nodes_[i];
    const double area = scale_ * scale_, moment = area * scale_;
    auto C = [&](int row, int column) { return static_cast<float>(moment * far.C[row][column]); };
    for (int k = 0; k < 3; ++k) {
      const int u = (k + 1) % 3, v = (k + 2) % 3;
      split(scale_ * (far.center[k] - origin_[k]), node.center[k], node.center_rest[k]);
      node.N[k] = static_cast<float>(area * far.N[k]);
      node.C[k] = C(k, k);
      node.C[3 + k] = C(u, v) + C(v, u);
    }
    node.squared_reach = static_cast<float>(area * far.squared_reach);
    node.trace = static_cast<float>(moment * far.trace);
    node.begin = nodes[i].begin, node.end = nodes[i].end, node.right = nodes[i].right;
    if (!nodes[i].is_leaf()) continue;
    for (Index t = node.begin; t < node.end; ++t)
      for (int corner = 0; corner < 3; ++corner)
        for (int k = 0; k < 3; ++k)
          packed_triangles_[t].corners[corner][k] =
              static_cast<float>(scale_ * (corners[t][corner][k] - far.center[k]));
  }
}

void WindingNumber::evaluate(std::span<const Vec3> points, std::span<double> winding) const {
  constexpr int kBatch = 64;
  constexpr double kHorizon = 1e6;  // sizes from the centre: further out, cubes of lengths leave the floats
  const WindingTree tree{packed_nodes_.data(), packed_triangles_.data()};
  float coordinates[6][kBatch], result[kBatch];
  const float* pointers[6];
  for (int k = 0; k < 6; ++k) pointers[k] = coordinates[k];
  for (std::size_t begin = 0; begin < points.size(); begin += kBatch) {
    const int count = static_cast<int>(std::min<std::size_t>(kBatch, points.size() - begin));
    for (int i = 0; i < count; ++i) {
      const Vec3 x = scale_ * (points[begin + i] - origin_);
      for (int k = 0; k < 3; ++k)
        split(std::clamp(x[k], -kHorizon, kHorizon), coordinates[k][i], coordinates[3 + k][i]);
    }
    kernels_->winding(tree, pointers, count, result);
    for (int i = 0; i < count; ++i) winding[begin + i] = result[i];
  }
}

}  // namespace sinew
