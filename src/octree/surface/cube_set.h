#pragma once

#include <vector>

#include "octree/grid/brick_bits.h"
#include "sinew/base/geometry.h"

namespace sinew {

// A sparse set of cubes of the dual grid, identified by their lowest voxels, from one brick below the lattice
// to one above it.
class CubeSet {
 public:
  explicit CubeSet(const Lattice& lattice);

  // Cubes beyond these bricks are never in the set, and insert() ignores them.
  bool contains(const LatticePoint& cube) const;
  void insert(const LatticePoint& cube);
  bool is_within_reach(const LatticePoint& cube) const { return place_of(cube >> kBrickLevel) >= 0; }
  // Whether the set contains any of the cubes from `lower` to `upper`.
  bool meets(const LatticePoint& lower, const LatticePoint& upper) const;

 private:
  std::int64_t place_of(const LatticePoint& brick) const;

  LatticePoint counts_;         // of bricks
  std::vector<Index> bits_of_;  // per brick; -1: none
  std::vector<BrickBits> bits_;
};

}  // namespace sinew
