#pragma once

#include <span>
#include <utility>
#include <vector>

#include "collision/refit_tree.h"

namespace sinew {

// Boxes around the straight paths of a surface's triangles in a step, in the order of a RefitTree.
//
// A box around a whole path is as long as the path: triangles that fly side by side at 5 m/s would all seem to meet within
// 8 cm. Here each node has a box where its triangles start and one where they end. An observer who moves by u sees their
// paths within the box around the first one and the second one taken back by u:
//
//     start           end                    as seen by u
//     +---+          +---+                   +----+
//     | a | -------> | a |                   | a  |
//     +---+ +---+    +---+  +---+            +----+ +----+
//           | b | --------> | b |                   |  b |
//           +---+           +---+                   +----+
//
// Two nodes are compared by an observer of their own, who moves by the mean of what their middles move by: how far they
// fly together does not matter, however the surface bends meanwhile. The boxes around whole paths are compared first: nodes
// that these keep apart need no observer, and neither do two nodes that hardly move.
class FlightBoxes {
 public:
  // What an observer moves by, m; the fourth value is 0.
  using Drift = FloatCorner;
  // Where triangles start and end, and half of what their middle moves by.
  struct Path {
    FloatBox start, end;
    Drift half_drift{};
  };

  // Boxes of triangles that come nearer than d overlap for every observer if their margins add up to d. They are
  // relative to `origin`: surfaces whose pairs are searched for must have the same one. All in m, below 1e30.
  void fit(const RefitTree& tree, std::span<const Vec3> start, std::span<const Vec3> end, double margin,
           const Vec3& origin);

  // For queries: whether two nodes may come near each other.
  friend bool may_meet(const FlightBoxes& a, Index node_a, const FlightBoxes& b, Index node_b) {
    if (!overlap(a.boxes_[node_a], b.boxes_[node_b])) return false;
    return (a.is_steady_[node_a] & b.is_steady_[node_b]) != 0 ||
           meet_in_flight(a.paths_[node_a], b.paths_[node_b]);
  }
  // The boxes of the triangles of two leaves, and their vertices; as their observer sees them unless they hardly move.
  struct SeenLeaves {
    TriangleLeaf a, b;  // work space
  };
  friend std::pair<const TriangleLeaf*, const TriangleLeaf*> see_leaves(const FlightBoxes& a, Index leaf_a,
                                                                        const FlightBoxes& b, Index leaf_b,
                                                                        const LeafKernels& kernels,
                                                                        SeenLeaves& seen);
  // What the observer of two triangles moves by; and the box of a vertex as it sees it.
  friend Drift drift_of(const FlightBoxes& a, const Triangle& triangle_a, const FlightBoxes& b,
                        const Triangle& triangle_b);
  FloatBox seen(Index vertex, const Drift& drift) const;

 private:
  static FloatCorner seen_lower(const Path& path, const Drift& u) {
    return smaller(load_corner(path.start.lower), load_corner(path.end.lower) - u);
  }
  static FloatCorner seen_upper(const Path& path, const Drift& u) {
    return larger(load_corner(path.start.upper), load_corner(path.end.upper) - u);
  }
  static bool meet_in_flight(const Path& a, const Path& b) {
    const Drift u = a.half_drift + b.half_drift;
    return overlap(seen_lower(a, u), seen_upper(a, u), seen_lower(b, u), seen_upper(b, u));
  }
  struct LeafPath {
    TriangleLeaf start, end;
  };
  void fit_leaf(const TriangleLeaf& triangles, LeafPath& lanes, Path& path) const;

  float margin_ = 0;
  // Of the nodes: around whole paths, whether they hardly move, and in flight. Likewise of the leaves' triangles.
  std::vector<FloatBox> boxes_;
  std::vector<char> is_steady_;
  std::vector<Path> paths_;
  std::vector<TriangleLeaf> leaves_;
  std::vector<LeafPath> leaf_paths_;
  std::vector<Index> node_of_leaf_;
  std::vector<FloatCorner> starts_, ends_;  // of the vertices
};

}  // namespace sinew
