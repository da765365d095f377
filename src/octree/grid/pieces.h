#pragma once

#include <cstdint>
#include <vector>

#include "octree/grid/grid_patch.h"

namespace sinew {

// Voxels that are connected within a brick, brick by brick, in the order of their first cells. Most bricks have
// one part.
struct BrickParts {
  std::vector<BrickBits> voxels;
  std::vector<Index> brick_start;  // bricks + 1
};

// All voxels of a brick that are connected to the given ones within it.
BrickBits flooded(BrickBits bits, const Brick& brick);

// The pieces that a body has been cut into: cells connected across faces by joined links.
struct Pieces {
  std::vector<Index> of_cell;              // per cell: its piece; pieces are numbered by their first cells
  std::vector<Index> cell_counts;          // per piece
  std::vector<std::int64_t> voxel_counts;  // per piece
  BrickParts parts;                        // of which they consist

  Index count() const { return static_cast<Index>(cell_counts.size()); }
  bool is_crumb(Index piece) const;
};

// Crumbs are pieces of fewer voxels than this. They move like any other piece in dynamics, so that mass and
// momentum are kept. A static solve leaves them where they are instead of refusing them, since a saw or a
// grid of blades cannot avoid them; a larger piece that nothing holds is refused.
inline constexpr std::int64_t kCrumbVoxels = 8;

inline bool Pieces::is_crumb(Index piece) const { return voxel_counts[piece] < kCrumbVoxels; }

Pieces connected_pieces(const LinkedVoxels& voxels, const Cells& cells);
// The same after a small cut, given the pieces before it: only the bricks that the patch has taken are flooded.
Pieces patched(const Pieces& old, const OctreeGrid& grid, const GridPatch& patch);

}  // namespace sinew
