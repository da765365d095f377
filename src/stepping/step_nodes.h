#pragma once

#include <span>

#include "linalg/block_vector.h"
#include "sinew/base/placement.h"
#include "sinew/model/motion.h"

namespace sinew {

// The nodes that a stepper moves, in the own axes of their body.
struct StepNodes {
  std::span<const Vec3> rest;   // m
  std::span<const char> held;   // per node: moved by the world, not by forces (Dirichlet condition)
  std::span<const Hold> holds;  // the motions of held nodes, in world coordinates
  Placement placement = {};     // of the own axes in the world

  Index count() const { return static_cast<Index>(rest.size()); }
  // What a motion prescribes for a node at that time: displacement (m) and velocity (m/s), in own axes.
  Vec3 prescribed_displacement(const Motion& motion, Index node, double time) const {
    return placement.own_direction(displacement_at(motion, placement.point(rest[node]), time));
  }
  Vec3 prescribed_velocity(const Motion& motion, Index node, double time) const {
    return placement.own_direction(velocity_at(motion, placement.point(rest[node]), time));
  }
};

// Displacement, velocity and acceleration of each node, m, m/s and m/s^2. Accelerations are kept for the
// schemes that use them, from their second step on; empty: none.
struct NodeState {
  BlockVector<double> u, v, a = {};
};

}  // namespace sinew
