#include "sinew/octree/voxels.h"

#include "octree/grid/linked_voxels.h"
#include "octree/voxelise/voxels_from_surface.h"

namespace sinew {

OctreeVoxels::OctreeVoxels() : OctreeVoxels(LinkedVoxels()) {}

OctreeVoxels::OctreeVoxels(LinkedVoxels voxels)
    : voxels_(std::make_shared<const LinkedVoxels>(std::move(voxels))) {}

std::int64_t OctreeVoxels::count() const { return voxels_->inside_count(); }

OctreeVoxels voxel_box(const Vec3& lower, double spacing, const std::array<Index, 3>& counts) {
  return linked_box(lower, spacing, counts);
}

OctreeVoxels voxels_inside(const SurfaceMesh& surface, const SignedDistance& solid, const GridFrame& frame) {
  return linked_voxels(surface, solid, frame);
}

OctreeVoxels voxels_of(const VoxelGrid& grid) { return LinkedVoxels(grid); }

}  // namespace sinew
