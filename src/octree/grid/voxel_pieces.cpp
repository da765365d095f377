#include "octree/grid/voxel_pieces.h"

namespace sinew {

bool VoxelPieces::joined(const LatticePoint& a, const LatticePoint& b) const {
  return are_nearby(a, b, kReach) ? joined_nearby(voxels_, a, b, kReach) : of(a) == of(b);
}

bool VoxelPieces::hang_together(const LatticePoint& a, const LatticePoint& b) const {
  if (joined(a, b)) return true;
  return of(a) == of(b) && !were_joined_nearby(voxels_, a, b, kReach);
}

}  // namespace sinew
