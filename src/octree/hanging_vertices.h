#pragma once

#include <span>

#include "linalg/block_vector.h"
#include "octree/vertices.h"

namespace sinew {

// What hanging vertices take from the unknowns they follow, and hand on to them. Arrays have an entry for
// each vertex, unknowns first.
class HangingVertices {
 public:
  // Refers to the vertices.
  explicit HangingVertices(const Vertices& vertices);

  // Sets x at hanging vertices.
  void follow(std::span<Block3<double>> x) const;
  // Adds what hanging vertices feel to the unknowns, by the weights they follow them with.
  void hand_on(std::span<Block3<double>> f) const;

 private:
  const Vertices& vertices_;
  // The rows transposed, of unknowns that are followed.
  std::vector<Index> followed_, start_, follower_;
  std::vector<float> weight_;
};

}  // namespace sinew
