#pragma once

#include <cmath>
#include <span>

#include "octree/linked_voxels.h"

namespace sinew {

// Points of the dual grid are in voxels here; whole numbers are the centres of voxels.
inline Vec3 dual_coordinates(const Lattice& lattice, const Vec3& p) {
  return (p - lattice.voxel_centre({})) / lattice.spacing;
}
inline LatticePoint dual_cube_at(const Vec3& p) {
  return {static_cast<std::int32_t>(std::floor(p.x)), static_cast<std::int32_t>(std::floor(p.y)),
          static_cast<std::int32_t>(std::floor(p.z))};
}

// The inside voxel nearest to p of those from `lower` to `upper`; where there is none, of those around them.
LatticePoint nearest_inside_voxel(const LinkedVoxels& voxels, LatticePoint lower, LatticePoint upper,
                                  const Vec3& p);

// For each point an inside voxel that it may follow: of the corners of the dual cube around it the one
// nearest to `behind`, a place on the inner side of the surface that it belongs to.
std::vector<LatticePoint> own_voxels(const LinkedVoxels& voxels, std::span<const Vec3> points,
                                     std::span<const Vec3> behind);

}  // namespace sinew
