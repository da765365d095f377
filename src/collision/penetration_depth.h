#pragma once

#include <span>
#include <vector>

#include "collision/point_hash.h"
#include "mesh/tetrahedron_edges.h"

namespace sinew {

// The tetrahedra of a body that collides, at rest: they find what is inside, and how deep.
struct CollisionVolume {
  std::vector<Tetrahedron> tetrahedra;
  std::vector<Triangle> boundary;    // oriented outward
  std::vector<NodePair> edges;       // of the tetrahedra, ascending
  std::vector<Index> start, beside;  // the nodes at the other ends of each node's edges

  CollisionVolume() = default;
  explicit CollisionVolume(std::vector<Tetrahedron> all);
};

// A node inside of another body: how deep, and which way out.
struct Penetration {
  Index node;
  Index tetrahedron;  // around it
  double depth;       // m
  Vec3 out;           // of length 1, out of the other body
};

// The nodes of one body that are inside of another, after [Heidelberger et al., Consistent Penetration Depth Estimation
// for Deformable Collision Response, 2004]. Closest points of a surface would push some of them through to the far side;
// these start from where edges come out and go inward:
//
//      o-------o        edges from a node inside (*) to one outside (o) pierce the other body's boundary at x with normal n:
//   ___|_______|___     the depth of * is the mean of (x - p) n over them, weighted by 1 / |x - p|^2, its way out that of n
//      *-------*        Nodes beside such ones take the means of (q - p) r(q) + d(q), and of r(q), weighted by
//       \     /         1 / |q - p|^2, and so on inward
//          *
//
// Nodes that no such path reaches, of a body that is inside as a whole, are left out, and counted.
class PenetrationDepth {
 public:
  // The nodes of `a` that are inside of `b`, by ascending number, until the next call.
  std::span<const Penetration> find(const CollisionVolume& a, std::span<const Vec3> x,
                                    const CollisionVolume& b, std::span<const Vec3> y);
  // Of the last call.
  Index unreached() const { return unreached_; }

 private:
  struct Crossing {
    Index inner;
    double t;  // where, from the inner end of its edge to the outer one
    Vec3 at, normal;
  };

  // Weighted, of depths and of ways out.
  struct Mean {
    double weight = 0, depth = 0;
    Vec3 out;

    void add(double squared_distance, double one_depth, const Vec3& one_out);
    void give(Penetration& to) const;
  };

  void pierce(std::span<const NodePair> edges, std::span<const Vec3> x, const CollisionVolume& b,
              std::span<const Vec3> y);
  void start_at_border(std::span<const Vec3> x);
  void go_inward(const CollisionVolume& a, std::span<const Vec3> x);

  PointHash nodes_, middles_;
  std::vector<PointInside> inside_;
  std::vector<Index> number_;        // per node of a: of its penetration, or -1
  std::vector<NodePair> border_;     // edges from inside to outside, in this order
  std::vector<Vec3> middle_;         // of these edges
  std::vector<Crossing> crossings_;  // per such edge
  std::vector<Penetration> found_;
  std::vector<Mean> means_;     // per penetration
  std::vector<char> is_known_;  // per penetration
  std::vector<Index> wave_, next_;
  Index unreached_ = 0;
};

}  // namespace sinew
