#pragma once

#include <limits>
#include <span>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// A bounding volume hierarchy: a binary tree of boxes over the triangles of a surface, in flat arrays, depth
// first: the left child of node i is node i + 1. It is used for nearest points, overlaps, and
// (meshing/winding_number.h) inside tests.
class TriangleTree {
 public:
  struct Node {
    Box3 box;
    Index begin, end;  // the triangles below: triangles()[begin, end)
    Index right;       // right child, or -1 for a leaf
    bool is_leaf() const { return right < 0; }
  };
  struct Nearest {
    double squared_distance = std::numeric_limits<double>::infinity();
    Index triangle = -1;  // number in the surface; -1 if nothing is near enough
    Vec3 point;
  };

  // The tree copies the corners; the surface need not outlive it.
  explicit TriangleTree(const SurfaceMesh& surface);

  // The nearest point of the surface among those closer than `within`.
  Nearest nearest(const Vec3& p, double within = std::numeric_limits<double>::infinity()) const;

  // Calls visit(triangle number) for every triangle whose box overlaps the given one.
  template <typename Visit>
  void for_each_overlap(const Box3& box, Visit&& visit) const;

  std::span<const Node> nodes() const { return nodes_; }
  std::span<const Index> triangles() const { return order_; }                // number in the surface
  std::span<const std::array<Vec3, 3>> corners() const { return corners_; }  // in the tree's order
  const Box3& box() const { return nodes_[0].box; }
  bool empty() const { return order_.empty(); }

 private:
  Index build(Index begin, Index end, std::vector<Vec3>& centers);

  std::vector<Node> nodes_;
  std::vector<Index> order_;
  std::vector<std::array<Vec3, 3>> corners_;
};

// The point of triangle (a, b, c) nearest to p; also right for triangles without area.
Vec3 nearest_point_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);
// The barycentric weights of the point of (a, b, c) nearest to p, a point close to that triangle's plane.
Vec3 barycentric_weights(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

template <typename Visit>
void TriangleTree::for_each_overlap(const Box3& box, Visit&& visit) const {
  Index stack[64];
  int depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Node& node = nodes_[stack[--depth]];
    if (!node.box.overlaps(box)) continue;
    if (!node.is_leaf()) {
      stack[depth++] = node.right;
      stack[depth++] = static_cast<Index>(&node - nodes_.data()) + 1;
      continue;
    }
    for (Index i = node.begin; i < node.end; ++i) {
      Box3 triangle;
      for (const Vec3& corner : corners_[i]) triangle.extend(corner);
      if (triangle.overlaps(box)) visit(order_[i]);
    }
  }
}

}  // namespace sinew
