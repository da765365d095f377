#pragma once

#include <span>

#include "linalg/block_vector.h"
#include "sinew/base/geometry.h"
#include "sinew/model/motion.h"

namespace sinew {

// The nodes that a stepper moves.
struct StepNodes {
  std::span<const Vec3> rest;   // m
  std::span<const char> held;   // per node: moved by the world, not by forces (Dirichlet condition)
  std::span<const Hold> holds;  // the motions of held nodes

  Index count() const { return static_cast<Index>(rest.size()); }
};

// Displacement and velocity of each node, m and m/s.
struct NodeState {
  BlockVector<double> u, v;
};

}  // namespace sinew
