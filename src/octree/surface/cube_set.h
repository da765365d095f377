#pragma once

#include <vector>

#include "base/index.h"
#include "octree/grid/brick_bits.h"

namespace sinew {

// A sparse set of cubes of the dual grid, by their lowest voxels, from one brick below the lattice to one
// above it.
class CubeSet {
 public:
  explicit CubeSet(const Lattice& lattice);

  // Those beyond the bricks around the lattice are never in it, and cannot be put in.
  bool contains(const LatticePoint& cube) const;
  void insert(const LatticePoint& cube);
  bool is_within_reach(const LatticePoint& cube) const { return place_of(cube >> kBrickLevel) >= 0; }
  // Whether one of the cubes from `lower` to `upper` is in it.
  bool meets(const LatticePoint& lower, const LatticePoint& upper) const;

 private:
  std::int64_t place_of(const LatticePoint& brick) const;

  LatticePoint counts_;         // of bricks
  std::vector<Index> bits_of_;  // per brick, -1 for none
  std::vector<BrickBits> bits_;
};

}  // namespace sinew
