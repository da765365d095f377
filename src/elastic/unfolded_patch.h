#pragma once

#include <span>
#include <vector>

#include "mesh/edge_table.h"

namespace sinew {

// The triangles around an edge between two triangles, laid flat without changing their shapes, as far as the
// sheet allows it. The edge lies on the first axis with its middle at the origin.
//
//            n
//       e---b---f           0: the edge's two triangles, p q a and p q b: 4 nodes
//        \ / \ /            1: also those across their outer sides: up to 8 nodes
//     ----p---q---- s       ...
//        / \ / \            a lies on the side of the edge's first triangle
//       c---a---d
class UnfoldedPatch {
 public:
  struct Node {
    Index node;
    double s, n;  // coordinates along and across the edge, m
  };

  // The edge must have two triangles. Refers to the mesh and its edges.
  UnfoldedPatch(const SurfaceMesh& mesh, const EdgeTable& edges, Index edge);

  // The ends of the edge first, then the nodes opposite.
  std::span<const Node> nodes() const { return nodes_; }
  // Adds the triangles across the outer sides of the patch; false if there are none. If the sheet is curved, a
  // node that is reached in two ways is where the first of them puts it.
  bool grow();

 private:
  const Node* find(Index v) const;
  bool has(Index triangle) const;
  // Places the node of `triangle` that is opposite to its side `corner`, above (1) or below (-1) of that side
  // if this runs from the smaller node to the larger.
  void add(Index triangle, int corner, double side);

  const SurfaceMesh* mesh_;
  const EdgeTable* edges_;
  std::vector<Node> nodes_;
  std::vector<Index> triangles_;
  std::size_t grown_ = 0;  // the triangles before this one have all their neighbours in the patch
};

}  // namespace sinew
