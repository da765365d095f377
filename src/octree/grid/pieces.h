#pragma once

#include <cstdint>
#include <vector>

#include "octree/grid/cells.h"

namespace sinew {

// The pieces that a body has been cut into: cells connected across faces by joined links.
struct Pieces {
  std::vector<Index> of_cell;              // per cell: its piece; pieces are numbered by their first cells
  std::vector<Index> cell_counts;          // per piece
  std::vector<std::int64_t> voxel_counts;  // per piece

  Index count() const { return static_cast<Index>(cell_counts.size()); }
  bool is_crumb(Index piece) const;
};

// Crumbs are pieces of fewer voxels than this. They move like any other piece in dynamics, so that mass and
// momentum are kept. A static solve leaves them where they are instead of refusing them, since a saw or a
// grid of blades cannot avoid them; a larger piece that nothing holds is refused.
inline constexpr std::int64_t kCrumbVoxels = 8;

inline bool Pieces::is_crumb(Index piece) const { return voxel_counts[piece] < kCrumbVoxels; }

Pieces connected_pieces(const LinkedVoxels& voxels, const Cells& cells);

}  // namespace sinew
