#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "sinew/mesh/surface_mesh.h"
#include "sinew/meshing/voxel_grid.h"

namespace sinew {

class LinkedVoxels;

// The cubes that an OctreeBody is made of, which of them are joined by links, and where the surface crosses
// from one to the next. Copies share them; bodies of the same shape may be made from the same voxels.
class OctreeVoxels {
 public:
  OctreeVoxels();                     // none
  OctreeVoxels(LinkedVoxels voxels);  // for other parts of the library

  // The voxels and links themselves, for other parts of the library.
  const LinkedVoxels& linked() const { return *voxels_; }
  operator const LinkedVoxels&() const { return *voxels_; }
  // How many voxels are inside.
  std::int64_t count() const;

 private:
  std::shared_ptr<const LinkedVoxels> voxels_;
};

// A box of whole voxels of the given side (m), with its lower corner there.
OctreeVoxels voxel_box(const Vec3& lower, double spacing, const std::array<Index, 3>& counts);

// The voxels inside of a surface, and where it crosses from one to the next [Dick11, sec. 4.1]. Two
// neighbours are not joined if there is a gap between them, however thin. `solid` is made from `surface`,
// which may be dirty: inside is where its winding number says so. The frame is voxel_frame() or
// spaced_frame() of the surface's box. Tips of limbs that voxels cannot hold together with the rest are left
// out. Throws Error if no voxel is inside.
OctreeVoxels voxels_inside(const SurfaceMesh& surface, const SignedDistance& solid, const GridFrame& frame);

// The voxels of a grid, such as a segmented scan: all neighbours are joined, and the boundary is half way
// between inside and outside. Throws Error if no voxel is inside.
OctreeVoxels voxels_of(const VoxelGrid& grid);

}  // namespace sinew
