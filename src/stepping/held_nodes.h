#pragma once

#include <array>
#include <span>
#include <vector>

#include "linalg/rollers.h"
#include "sinew/base/placement.h"
#include "sinew/model/motion.h"

namespace sinew {

// A node whose directions are held one by one, by one hold or by several.
struct GuidedNode {
  struct Direction {
    Index hold = 0;  // by which it is held
    Vec3 along;      // as the hold has it, unit length
    Vec3 axis;       // its part across the directions before it, unit length
  };

  Index node = 0;
  std::array<Direction, 3> directions = {};
  int count = 0;                 // directions held, up to 3
  Mat3 free = Mat3::identity();  // projects on the free directions (Roller); 0 if there are none

  // Holds it along another direction, unless it is held along that already.
  void add(Index hold, const Vec3& along);
  // The part of x along the held directions.
  Vec3 held_part(const Vec3& x) const { return x - free * x; }
  // The vector q in their span with along_k . q = along_k . of_hold(hold_k): what the holds prescribe.
  template <typename OfHold>
  Vec3 prescribed(OfHold&& of_hold) const;
  // Calls exert(hold, force) with the forces along the directions that add up to this force in their span.
  template <typename Exert>
  void distribute(Vec3 force, Exert&& exert) const;
};

// What the holds of a body leave free.
struct HeldNodes {
  std::vector<char> held;          // per node: whether it is held along all directions
  std::vector<GuidedNode> guided;  // those of holds with directions, ascending
  std::vector<Roller> rollers;     // those of them with a free direction
};

// Directions are in own axes, to which `placement` takes them. Throws Error if a hold names a node that does not
// exist, or has invalid directions.
HeldNodes held_nodes(std::span<const Hold> holds, Index node_count, const Placement& placement);

// Throws Error if there is no such node to be held.
void require_node(Index node, Index node_count);

// along_k is a combination of axis_0 to axis_k, so both are triangular systems.
template <typename OfHold>
Vec3 GuidedNode::prescribed(OfHold&& of_hold) const {
  Vec3 q;
  for (int k = 0; k < count; ++k) {
    const auto& [hold, along, axis] = directions[k];
    q += dot(along, of_hold(hold) - q) / dot(along, axis) * axis;
  }
  return q;
}

template <typename Exert>
void GuidedNode::distribute(Vec3 force, Exert&& exert) const {
  for (int k = count - 1; k >= 0; --k) {
    const auto& [hold, along, axis] = directions[k];
    const Vec3 part = dot(force, axis) / dot(along, axis) * along;
    exert(hold, part);
    force -= part;
  }
}

}  // namespace sinew
