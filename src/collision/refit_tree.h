#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collision/float_box.h"
#include "collision/leaf_kernels.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// A bounding volume hierarchy over the triangles of a surface that moves: its order is that of the positions
// it was built for, its boxes are fitted again for others. Boxes are in single precision and rounded outward, so that
// nothing is missed. FlightBoxes are around the paths of triangles in a step.
//
// Nodes are depth first: the left child of node i is node i + 1. Leaves hold eight triangles side by side
// (leaf_kernels.h), only the last one holds fewer. Boxes of triangles do not depend on the tree's order, and
// neither do the pairs of overlapping triangles (overlapping_pairs.h).
class RefitTree {
 public:
  struct Node {
    Index right;   // right child; of leaf number l: -1 - l
    Index leaves;  // below it
    bool is_leaf() const { return right < 0; }
    Index leaf() const { return -1 - right; }
  };

  RefitTree() = default;
  // Copies the triangles, and builds the tree for these positions of their vertices.
  RefitTree(std::span<const Triangle> triangles, std::span<const Vec3> positions);

  // Builds the tree again for other positions of the same surface: for one that has become poor.
  void rebuild(std::span<const Vec3> positions);

  // Fits boxes around the triangles, larger by `margin` on every side: of triangles nearer than d, boxes overlap if
  // their margins add up to d. Boxes are relative to `origin`: trees whose pairs are searched for must have the same
  // one. Far from the world's origin, single precision needs an origin among the bodies. All in m, below 1e30.
  void refit(std::span<const Vec3> positions, double margin, const Vec3& origin = {});

  // Marks the triangles that have one of these vertices, those that are not 0; none if there are no vertices. A search
  // can ask for pairs of which one triangle is marked. Marks are lost when the tree is rebuilt.
  void mark(std::span<const char> vertices);
  bool is_marked(Index node) const { return !marked_.empty() && marked_[node] != 0; }
  // Bit i: triangle i of the leaf.
  unsigned marks_of(Index leaf) const { return marked_.empty() ? 0 : marked_[node_of_leaf_[leaf]]; }

  // How much longer the sides of leaves are, measured by those of their triangles, than when the tree was
  // first fitted after it was built; 1 at first. A surface that bends, folds or is rolled up keeps its tree:
  // neighbours stay neighbours. Pieces that fly apart do not.
  double growth() const { return first_cost_ > 0 ? cost_ / first_cost_ : 1; }
  // Whether it is time to rebuild.
  bool is_poor() const { return growth() > kPoor; }

  bool empty() const { return triangles_.empty(); }
  std::span<const Triangle> triangles() const { return triangles_; }
  // Of the whole surface, as it was fitted last.
  const FloatBox& box() const { return boxes_[0]; }
  const Vec3& origin() const { return origin_; }

  // For queries.
  std::span<const Node> nodes() const { return nodes_; }
  std::span<const FloatBox> boxes() const { return boxes_; }  // of the nodes
  std::span<const TriangleLeaf> leaves() const { return leaves_; }
  Index node_of(Index leaf) const { return node_of_leaf_[leaf]; }
  // The numbers of a leaf's triangles; -1 where there is none.
  const Index* triangles_of(Index leaf) const { return &order_[leaf * TriangleLeaf::kSize]; }

 private:
  static constexpr double kPoor = 2;
  struct Center {
    float at[3];
    Index triangle;
  };
  void build(Index node, Index first_leaf, Index leaves);
  // Sums of the sides of boxes.
  struct Sides {
    double leaves = 0, triangles = 0;
  };
  Sides fit_leaf(Index leaf, FloatBox& box);

  std::vector<Triangle> triangles_;
  std::vector<Node> nodes_;
  std::vector<FloatBox> boxes_, vertex_boxes_;
  std::vector<TriangleLeaf> leaves_;
  std::vector<Index> order_, node_of_leaf_;
  std::vector<Center> centers_;
  std::vector<std::uint8_t>
      marked_;  // per node: not 0 if a triangle below it is; a bit for each one of a leaf
  Vec3 origin_;
  double cost_ = 0, first_cost_ = 0;
};

}  // namespace sinew
