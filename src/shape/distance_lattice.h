#pragma once

#include <array>
#include <vector>

#include "shape/distance.h"
#include "sinew/base/geometry.h"

namespace sinew {

// The values of a distance on the nodes of a cubic lattice, stored only near the surface, in blocks of 8 x 8
// x 8 nodes. A block far from the surface is known by its sign alone.
class DistanceLattice {
 public:
  static constexpr Index kSide = 8, kNodesPerBlock = kSide * kSide * kSide;
  using Node = std::array<Index, 3>;

  // Samples the distance over the box. Then fills outside nodes where the inside meets itself only along an
  // edge or in a corner of a cell, so that the boundary between inside and outside is a 2-manifold
  // (a "well-composed" set, Latecki 1997): whatever is built on the signs is closed and manifold.
  DistanceLattice(const Distance& distance, const Box3& box, double spacing);

  double spacing() const { return spacing_; }
  Vec3 position(const Node& n) const {
    return origin_ + spacing_ * Vec3{double(n[0]), double(n[1]), double(n[2])};
  }
  // Negative inside; exact for nodes next to the surface, right in sign elsewhere. Nodes that were filled
  // hold a value just below zero.
  double value(const Node& n) const;
  bool inside(const Node& n) const { return value(n) < 0; }
  // Bit 4 dz + 2 dy + dx is set if node n + (dx, dy, dz) is inside: the corners of the cell at n.
  unsigned cell_mask(const Node& n) const;

  // Stored blocks; every cell and every edge that the surface crosses starts at a node of one.
  Index block_count() const { return static_cast<Index>(first_nodes_.size()); }
  Node node(Index block, Index local) const {
    const Node& first = first_nodes_[block];
    return {first[0] + local % kSide, first[1] + local / kSide % kSide, first[2] + local / (kSide * kSide)};
  }
  // Number of the stored node, or -1: block * kNodesPerBlock + local.
  Index stored(const Node& n) const;

 private:
  void find_blocks(const Distance& distance);
  void sample(const Distance& distance, const Node& first, Index side);
  void make_well_composed();
  Index fill_cell(const Node& cell);

  double spacing_;
  Vec3 origin_;
  std::array<Index, 3> blocks_;
  std::vector<Index> table_;       // per block: its number among the stored ones, or kInside, kOutside
  std::vector<Node> first_nodes_;  // per stored block
  std::vector<double> values_;     // per stored node
};

}  // namespace sinew
