#include "collision/refit_tree.h"

#include <algorithm>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kLeaf = TriangleLeaf::kSize;
constexpr Index kBuildTask = 512;  // leaves; a smaller part of the tree is built by one thread

}  // namespace

RefitTree::RefitTree(std::span<const Triangle> triangles, std::span<const Vec3> positions)
    : triangles_(triangles.begin(), triangles.end()) {
  const auto n = static_cast<Index>(triangles.size());
  const Index leaves = std::max<Index>(1, (n + kLeaf - 1) / kLeaf);
  nodes_.resize(2 * leaves - 1);
  boxes_.resize(nodes_.size());
  leaves_.resize(leaves);
  node_of_leaf_.resize(leaves);
  order_.resize(leaves * kLeaf);
  centers_.resize(n);
  vertex_boxes_.resize(positions.size());
  rebuild(positions);
}

void RefitTree::rebuild(std::span<const Vec3> positions) {
  const Vec3 middle = positions.empty() ? Vec3{} : positions[0];
  parallel_for_each(centers_.size(), 4096, [&](Index t) {
    const auto& [a, b, c] = triangles_[t];
    const Vec3 center = (positions[a] - middle) + (positions[b] - middle) + (positions[c] - middle);
    centers_[t] = {{static_cast<float>(center.x), static_cast<float>(center.y), static_cast<float>(center.z)},
                   t};
  });
  build(0, 0, static_cast<Index>(leaves_.size()));

  std::fill(order_.begin(), order_.end(), -1);
  for (std::size_t i = 0; i < centers_.size(); ++i) order_[i] = centers_[i].triangle;
  for (std::size_t i = 0; i < order_.size(); ++i)
    for (int corner = 0; corner < 3; ++corner)
      leaves_[i / kLeaf].vertex[corner][i % kLeaf] = order_[i] < 0 ? -1 : triangles_[order_[i]][corner];
  marked_.clear();
  first_cost_ = 0;
  refit(positions, 0);
  first_cost_ = 0;
}

// Splits at the leaf in the middle along the longest side of the centres' box. A part of k leaves has 2 k - 1
// nodes, so that both halves know their places before they are built.
void RefitTree::build(Index node, Index first_leaf, Index leaves) {
  if (leaves == 1) {
    nodes_[node] = {-1 - first_leaf, 1};
    node_of_leaf_[first_leaf] = node;
    return;
  }
  const Index left = leaves / 2, begin = first_leaf * kLeaf, middle = begin + left * kLeaf;
  const Index end = std::min(begin + leaves * kLeaf, static_cast<Index>(centers_.size()));
  float lower[3], upper[3];
  for (int axis = 0; axis < 3; ++axis) {
    lower[axis] = upper[axis] = centers_[begin].at[axis];
    for (Index i = begin + 1; i < end; ++i) {
      lower[axis] = std::min(lower[axis], centers_[i].at[axis]);
      upper[axis] = std::max(upper[axis], centers_[i].at[axis]);
    }
  }
  const float x = upper[0] - lower[0], y = upper[1] - lower[1], z = upper[2] - lower[2];
  const int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  std::nth_element(centers_.begin() + begin, centers_.begin() + middle, centers_.begin() + end,
                   [axis](const Center& s, const Center& t) {
                     return s.at[axis] != t.at[axis] ? s.at[axis] < t.at[axis] : s.triangle < t.triangle;
                   });
  const Index right = node + 2 * left;
  nodes_[node] = {right, leaves};
  auto build_left = [&] { build(node + 1, first_leaf, left); };
  auto build_right = [&] { build(right, first_leaf + left, leaves - left); };
  if (leaves > kBuildTask) return run_both(build_left, build_right);
  build_left();
  build_right();
}

void RefitTree::refit(std::span<const Vec3> positions, double margin, const Vec3& origin) {
  origin_ = origin;
  parallel_for_each(positions.size(), 4096, [&](Index v) {
    const Vec3 p = positions[v] - origin;
    vertex_boxes_[v] = float_box(Box3{p, p}.inflated(margin));
  });
  const Sides sides = parallel_reduce(
      static_cast<Index>(leaves_.size()), 512, Sides{},
      [&](Index begin, Index end_leaf) {
        Sides sum;
        for (Index leaf = begin; leaf < end_leaf; ++leaf) {
          const Sides s = fit_leaf(leaf, boxes_[node_of_leaf_[leaf]]);
          sum = {sum.leaves + s.leaves, sum.triangles + s.triangles};
        }
        return sum;
      },
      [](const Sides& a, const Sides& b) {
        return Sides{a.leaves + b.leaves, a.triangles + b.triangles};
      });
  cost_ = sides.triangles > 0 ? sides.leaves / sides.triangles : 0;
  if (first_cost_ == 0) first_cost_ = cost_;

  for (auto i = static_cast<Index>(nodes_.size()); i-- > 0;) {
    if (nodes_[i].is_leaf()) continue;
    boxes_[i] = boxes_[i + 1];
    boxes_[i].extend(boxes_[nodes_[i].right]);
  }
}

void RefitTree::mark(std::span<const char> vertices) {
  marked_.resize(vertices.empty() ? 0 : nodes_.size());
  for (auto i = static_cast<Index>(marked_.size()); i-- > 0;) {
    unsigned marks = 0;
    if (nodes_[i].is_leaf()) {
      const TriangleLeaf& leaf = leaves_[nodes_[i].leaf()];
      for (int lane = 0; lane < kLeaf && leaf.vertex[0][lane] >= 0; ++lane)
        for (int corner = 0; corner < 3; ++corner)
          if (vertices[leaf.vertex[corner][lane]] != 0) marks |= 1U << lane;
    } else {
      marks = marked_[i + 1] | marked_[nodes_[i].right];
    }
    marked_[i] = static_cast<std::uint8_t>(marks);
  }
}

RefitTree::Sides RefitTree::fit_leaf(Index leaf, FloatBox& box) {
  box = FloatBox{};
  TriangleLeaf& lanes = leaves_[leaf];
  for (int lane = 0; lane < kLeaf; ++lane) {
    FloatBox triangle;
    if (const Index a = lanes.vertex[0][lane]; a >= 0) {
      triangle = vertex_boxes_[a];
      triangle.extend(vertex_boxes_[lanes.vertex[1][lane]]);
      triangle.extend(vertex_boxes_[lanes.vertex[2][lane]]);
      box.extend(triangle);
    }
    for (int axis = 0; axis < 3; ++axis)
      lanes.lower[axis][lane] = triangle.lower[axis], lanes.upper[axis][lane] = triangle.upper[axis];
  }
  // A leaf that is not full, the last one, does not count.
  if (lanes.vertex[0][kLeaf - 1] < 0) return {};
  float sides[kLeaf] = {};
  for (int axis = 0; axis < 3; ++axis)
    for (int lane = 0; lane < kLeaf; ++lane) sides[lane] += lanes.upper[axis][lane] - lanes.lower[axis][lane];
  Sides sum;
  for (int axis = 0; axis < 3; ++axis) sum.leaves += box.upper[axis] - box.lower[axis];
  for (const float side : sides) sum.triangles += side;
  return sum;
}

}  // namespace sinew
