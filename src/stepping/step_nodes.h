#pragma once

#include <span>

#include "linalg/block_vector.h"
#include "sinew/base/placement.h"
#include "sinew/model/motion.h"
#include "stepping/held_nodes.h"

namespace sinew {

// How many nodes a parallel loop takes at once.
inline constexpr Index kNodesPerChunk = 2048;

// The nodes that a stepper moves, in the own axes of their body.
struct StepNodes {
  std::span<const Vec3> rest;   // m
  std::span<const char> held;   // per node: moved by the world alone, not by forces (Dirichlet condition)
  std::span<const Hold> holds;  // the motions of held nodes, in world coordinates
  Placement placement = {};     // of the own axes in the world
  // Nodes that holds with directions move, and those of them that forces move as well.
  std::span<const GuidedNode> guided = {};
  std::span<const Roller> rollers = {};

  Index count() const { return static_cast<Index>(rest.size()); }
  // What a motion prescribes for a node at that time: displacement (m) and velocity (m/s), in own axes.
  Vec3 prescribed_displacement(const Motion& motion, Index node, double time) const {
    return placement.own_direction(displacement_at(motion, placement.point(rest[node]), time));
  }
  Vec3 prescribed_velocity(const Motion& motion, Index node, double time) const {
    return placement.own_direction(velocity_at(motion, placement.point(rest[node]), time));
  }
  // The same along the held directions of a guided node.
  Vec3 prescribed_displacement(const GuidedNode& one, double time) const {
    return one.prescribed(
        [&](Index hold) { return prescribed_displacement(holds[hold].motion, one.node, time); });
  }
  Vec3 prescribed_velocity(const GuidedNode& one, double time) const {
    return one.prescribed(
        [&](Index hold) { return prescribed_velocity(holds[hold].motion, one.node, time); });
  }
  // Sets the velocities that holds prescribe; along free directions they stay.
  void prescribe_velocities(double time, std::span<Block3<double>> v) const {
    for (const Hold& hold : holds)
      for (const Index i : hold.nodes)
        if (hold.directions.empty()) v[i] = to_block(prescribed_velocity(hold.motion, i, time));
    for (const GuidedNode& one : guided)
      v[one.node] = to_block(one.free * to_vec3(v[one.node]) + prescribed_velocity(one, time));
  }
};

// Displacement, velocity and acceleration of each node, m, m/s and m/s^2. Accelerations are kept for the
// schemes that use them, from their second step on; empty: none.
struct NodeState {
  UnsetBlockVector<double> u, v, a = {};
};

}  // namespace sinew
