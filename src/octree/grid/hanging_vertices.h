#pragma once

#include <mutex>
#include <span>

#include "linalg/block_vector.h"
#include "octree/grid/vertices.h"

namespace sinew {

// The value at a vertex, hanging or not, given those at the unknowns.
inline Vec3 value_at(const Vertices& vertices, Index vertex, std::span<const Block3<double>> unknowns) {
  if (!vertices.hangs(vertex)) return to_vec3(unknowns[vertex]);
  Vec3 sum;
  for (const auto [unknown, weight] : vertices.weights(vertex))
    sum += double(weight) * to_vec3(unknowns[unknown]);
  return sum;
}

// Interpolates values at hanging vertices (T-junctions) from the unknowns that they follow, and passes forces
// back. Arrays have an entry per vertex, unknowns first.
class HangingVertices {
 public:
  // Refers to the vertices.
  explicit HangingVertices(const Vertices& vertices) : vertices_(vertices) {}

  // Sets x at hanging vertices.
  void follow(std::span<Block3<double>> x) const;
  void follow(std::span<Block3<float>> x) const;
  // Adds the forces on hanging vertices to the unknowns, with the weights by which they follow them.
  void hand_on(std::span<Block3<double>> f) const;
  void hand_on(std::span<Block3<float>> f) const;

 private:
  template <typename Real>
  void hand_on_all(std::span<Block3<Real>> f) const;
  void transpose() const;

  const Vertices& vertices_;
  // The transposed rows, for unknowns that are followed. They are made by the first hand_on(): gravity, whose
  // forces follow from the masses of the unknowns, needs none.
  mutable std::once_flag is_transposed_;
  mutable std::vector<Index> followed_, start_, follower_;
  mutable std::vector<float> weight_;
};

}  // namespace sinew
