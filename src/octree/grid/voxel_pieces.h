#pragma once

#include "octree/grid/joined_nearby.h"
#include "octree/grid/pieces.h"

namespace sinew {

// Relations between the voxels that two points follow, for a surface that must not span a cut.
class VoxelPieces {
 public:
  // What counts as nearby, in voxels around two voxels: within this distance the corners of a cube of the
  // dual grid are connected, walls included.
  static constexpr int kReach = kWallReach + 1;

  // Refers to both.
  VoxelPieces(const LinkedVoxels& voxels, const Cells& cells)
      : voxels_(voxels), cells_(cells), pieces_(connected_pieces(voxels, cells)) {}

  Index count() const { return pieces_.count(); }
  // The piece of an inside voxel.
  Index of(const LatticePoint& voxel) const { return pieces_.of_cell[cells_.at(voxels_, voxel)]; }

  // Whether two inside voxels are joined nearby (joined_nearby.h) or, if they are more than a few voxels
  // apart, whether they are in one piece.
  bool joined(const LatticePoint& a, const LatticePoint& b) const;
  // Whether an edge of the surface may run between points that follow these two voxels: they are in one
  // piece, and no cut has separated what was joined nearby.
  bool hang_together(const LatticePoint& a, const LatticePoint& b) const;

 private:
  const LinkedVoxels& voxels_;
  const Cells& cells_;
  Pieces pieces_;
};

}  // namespace sinew
