#pragma once

#include <span>

#include "body/frame.h"

namespace sinew {

// A spring from a patch of a body to a point in space, as a hand or a mouse pulls. The pulled point is
// sum_k weights[k] x(nodes[k]), and the force is spread over the nodes by the same weights.
struct Pull {
  std::vector<Index> nodes;     // in the numbers of the frame, ascending
  std::vector<double> weights;  // they sum to 1
  Vec3 target;                  // m
  double stiffness = 0;         // N/m; 0: as stiff as the body bears, which is also the most there is

  bool same_patch(const Pull& other) const { return nodes == other.nodes && weights == other.weights; }
  bool operator==(const Pull&) const = default;
};

// A pull at the vertices of the surface that are within `radius` of `at` now, or at the nearest one: weights
// (1 - d^2 / radius^2)^2, which fall smoothly to 0. Its target is where the pulled point is now, so that it
// pulls nowhere until the target moves. Throws Error where the frame has no surface or a figure is none.
Pull make_pull(const BodyFrame& frame, const Vec3& at, double radius);

// Where the pulled point is when the nodes are at `positions`.
Vec3 pulled_point(const Pull& pull, std::span<const Vec3> positions);

// Throws Error where nodes and weights do not fit each other or a body of so many nodes, or a figure is none.
void require_valid(const Pull& pull, Index node_count);

}  // namespace sinew
