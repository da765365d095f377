#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "octree/grid/trilinear.h"
#include "octree/grid/vertex_positions.h"
#include "sinew/base/geometry.h"

namespace sinew {

// Boxes of deformed cells [Dick11, fig. 3 and 4].

// The box of a cell, or of a part of one, given its corners: a trilinear map stays between its corners. A
// small margin covers rounding of points within.
Box3 deformed_box(const CornerValues& corners);

// The box of a one-voxel cell and the six links from its centre, as far as this cell's own map extends them
// to the next centres: twice as far as its faces.
Box3 deformed_box_with_links(const CornerValues& corners);

// The box of all cells of a brick; one-voxel cells include their links. `positions` are those of all vertices,
// including hanging ones.
Box3 brick_box(const Cells& cells, const Vertices& vertices, const VertexPositions& positions, Index brick);
// Those of all bricks.
std::vector<Box3> brick_boxes(const Cells& cells, const Vertices& vertices, const VertexPositions& positions);

// Larger boxes of bricks, and of groups of bricks that are near each other along the Morton curve. They are
// fitted to the vertices, brick by brick and without the cells: an eighth of the time of brick_boxes().
class BrickBoxTree {
 public:
  BrickBoxTree(const Cells& cells, const Vertices& vertices, const VertexPositions& positions);

  // The bricks whose boxes, and those of their groups, are wanted, ascending.
  template <typename Wanted>
  std::vector<Index> bricks_where(Wanted&& wanted) const {
    std::vector<Index> found;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (!wanted(groups_[g])) continue;
      for (std::size_t b = g * kGroup; b < std::min((g + 1) * kGroup, bricks_.size()); ++b)
        if (wanted(bricks_[b])) found.push_back(static_cast<Index>(b));
    }
    return found;
  }

 private:
  static constexpr std::size_t kGroup = 64;

  std::vector<Box3> bricks_, groups_;
};

}  // namespace sinew
