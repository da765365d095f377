#pragma once

#include <span>

#include "body/frame.h"

namespace sinew {

// A spring constraint (pull) from a patch of a body to a point in space, as a hand or a mouse pulls. The
// pulled point is sum_k weights[k] x(nodes[k]), and the force is distributed over the nodes by the same
// weights.
struct Pull {
  std::vector<Index> nodes;     // as numbered in the frame, ascending
  std::vector<double> weights;  // they sum to 1
  Vec3 target;                  // m
  double stiffness = 0;         // N/m; 0: as stiff as the body bears, which is also the maximum

  bool same_patch(const Pull& other) const { return nodes == other.nodes && weights == other.weights; }
  bool operator==(const Pull&) const = default;
};

// Makes a pull at the vertices of the surface that are now within `radius` of `at`, or at the nearest one if
// there are none. The weights (1 - d^2 / radius^2)^2 fall smoothly to 0. The target is where the pulled point
// is now, so that the force is 0 until the target moves. Throws Error if the frame has no surface, `at` is
// not finite, or `radius` is negative or not finite.
Pull make_pull(const BodyFrame& frame, const Vec3& at, double radius);

// Where the pulled point is when the nodes are at `positions`.
Vec3 pulled_point(const Pull& pull, std::span<const Vec3> positions);

// Throws Error if there are not as many weights as nodes, weights do not sum to 1, a node is not one of
// `node_count`, or target or stiffness is invalid.
void require_valid(const Pull& pull, Index node_count);

// A body that can be pulled.
class Pullable {
 public:
  // Replaces the pulls (spring constraints) that act on the body from the next step on. Pulls are input and
  // no part of the state. Throws Error (body unchanged) if a pull is invalid or names nodes that the body
  // does not have.
  virtual void set_pulls(std::vector<Pull> pulls) = 0;

 protected:
  ~Pullable() = default;
};

}  // namespace sinew
