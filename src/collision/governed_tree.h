#pragma once

#include <span>
#include <vector>

#include "collision/governors.h"
#include "collision/overlapping_pairs.h"
#include "collision/signature.h"

namespace sinew {

// Which tetrahedra, of those of all levels, move surface vertices now: 1 where one does. A vertex follows the finest one
// that holds it; each vertex needs one.
using SurfaceFront = std::vector<char>;
// All tetrahedra of one level.
SurfaceFront full_front(const Governors& governors, int level);

// The positions of the nodes of all levels, one level after the other, at the start and at the end of a step; once more
// the same span for a surface at rest.
struct GoverningStep {
  std::span<const Vec3> start, end;
  bool is_still() const { return start.data() == end.data(); }
};

// Boxes of a surface's tree that are fitted from the tetrahedra that move it, and no finer than someone asks
// [Otaduy07, sec. 5.1, 5.4]. Boxes are around straight paths: a vertex has constant weights, so that the box around both
// ends is one around its path.
//
// The front of the tree: each tetrahedron of the front marks the nodes that it governs and that are matched to its level,
// and what is above these. Where a node has no marked child, the front ends:
//
//           o                o  above the front: around its children
//         /   \              #  at the front: from its effective governors
//       o       #            .  below: from its effective governors, if a query comes here
//      / \     / \           Leaves that a query compares have a box around each triangle.
//     #   #   .   .
class GovernedTree {
 public:
  GovernedTree() = default;
  // Tree and governors must outlive it.
  GovernedTree(const RefitTree& tree, const Governors& governors);

  // Throws Error if a vertex has no tetrahedron.
  void set_front(const SurfaceFront& front);
  bool is_active(Index simplex) const { return front_[simplex] != 0; }
  // The finest level at which the vertex is in a tetrahedron of the front.
  int level_of_vertex(Index v) const;

  // For benches: sorts a tetrahedron whenever a box is made from it, not once a step.
  void sort_each_time() { sorts_each_time_ = true; }

  // Takes the positions of a step, and sorts the tetrahedra of the front. Boxes are larger by the margin (m), and
  // relative to the origin, which moves by the drift during the step: what flies with it stays small.
  void place(const GoverningStep& step, double margin, const Vec3& origin, const Vec3& drift = {});
  // Fits the front of the tree, and what the last query opened. may_meet: by tetrahedron, those that move triangles
  // which may meet one of its own; empty: all may meet all.
  void fit(std::span<const Signature> may_meet = {});

  // The pairs of triangles that have no vertex in common, are below leaves whose governors may meet, and whose boxes
  // overlap; a < b, in no particular order, each once. It opens boxes where needed. They replace what is in `pairs`.
  void self_overlaps(std::vector<TrianglePair>& pairs);
  // The box of a node, fitted if it was not: it contains the paths of its triangles. After fit().
  const FloatBox& box(Index node);

  // The position of a vertex at the end of the step, in double precision.
  Vec3 position(Index vertex) const;
  // A box around the paths of a vertex, and around the points of some governors. After place().
  const FloatBox& vertex_box(Index vertex) {
    if (vertex_placed_[vertex] != placed_) fit_vertex(vertex);
    return vertex_boxes_[vertex];
  }
  void extend(std::span<const Governor> governors, LeastCorners& corners) const;
  float margin() const { return margin_; }

  // How many boxes the last fit and the last query made, and how many leaves were opened.
  struct Counts {
    Index front = 0, opened = 0, leaves = 0;
  };
  const Counts& counts() const { return counts_; }
  std::size_t bytes() const;

  // For tests: the tetrahedra that move what is below a node at or below the front, ascending.
  std::vector<Index> effective_governors(Index node);
  bool is_above_front(Index node) const { return is_above_[node] != 0; }

 private:
  void mark(Index node);
  void fit_vertex(Index vertex);
  void fit_down(Index node, int seed);
  void fit_from_governors(Index node, int seed);
  template <typename Visit>
  void visit_effective(Index node, int seed, const Visit& visit);
  void open(Index node);
  const TriangleLeaf& leaf(Index leaf);
  FloatCorner vertex_at(Index vertex, int state) const;

  const RefitTree* tree_ = nullptr;
  const Governors* governors_ = nullptr;
  const SimplexKernels* kernels_ = nullptr;
  std::vector<Index> parent_;
  SurfaceFront front_;
  int only_level_ = -1;          // of the front; -1: several
  std::vector<char> is_above_;   // the front, by node
  std::vector<Index> in_front_;  // tetrahedra of the front that hold vertices

  void sort(Index simplex, int state, SortedSimplex& sorted) const;

  bool sorts_each_time_ = false;
  GoverningStep step_;
  int states_ = 1;
  std::vector<FloatCorner> nodes_[2];
  std::vector<SortedSimplex> sorted_[2];
  float margin_ = 0;
  std::span<const Signature> may_meet_;

  // By node: the fit in which its box, and the query in which its children, were used last.
  std::vector<FloatBox> boxes_;
  std::vector<Index> fitted_, opened_;
  std::vector<Signature> own_, meets_;  // what governs it, and what that may meet
  std::vector<signed char> finest_;     // level of its effective governors
  std::vector<TriangleLeaf> leaves_;
  std::vector<Index> leaf_fitted_;
  std::vector<FloatBox> vertex_boxes_;
  std::vector<Index> vertex_placed_;
  Index fit_ = 0, placed_ = 0;
  std::vector<Index> seen_, waiting_;  // of a search through the governors
  Index search_ = 0;
  std::vector<OverlapScratch::BoxPair> stack_;
  Counts counts_;
};

}  // namespace sinew
