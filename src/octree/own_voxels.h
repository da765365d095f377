#pragma once

#include "mesh/surface_mesh.h"
#include "octree/linked_voxels.h"

namespace sinew {

// In voxels; whole numbers are the centres of voxels.
inline Vec3 lattice_coordinates(const Lattice& lattice, const Vec3& p) {
  return (p - lattice.voxel_centre({})) / lattice.spacing;
}

// For each vertex of a surface an inside voxel that it may follow: of the corners of the dual cube around it,
// the nearest one to a point half a voxel behind the surface; where none is inside, the nearest there is.
std::vector<LatticePoint> own_voxels(const SurfaceMesh& surface, const LinkedVoxels& voxels);

// The inside voxel nearest to p (lattice coordinates) of those from `lower` to `upper`; where there is none,
// of those around them.
LatticePoint nearest_inside_voxel(const LinkedVoxels& voxels, LatticePoint lower, LatticePoint upper,
                                  const Vec3& p);

}  // namespace sinew
