#include "octree/own_voxels.h"

#include <cmath>

#include "base/parallel.h"
#include "octree/dual_face.h"

namespace sinew {

namespace {

constexpr Index kVertices = 4096;  // of a parallel chunk

std::vector<Vec3> outward_directions(const SurfaceMesh& surface) {
  std::vector<Vec3> outward(surface.positions.size());
  for (Index t = 0; t < surface.triangle_count(); ++t)
    for (const Index v : surface.triangles[t]) outward[v] += surface.area_vector(t);
  return outward;
}

}  // namespace

LatticePoint nearest_inside_voxel(const LinkedVoxels& voxels, LatticePoint lower, LatticePoint upper,
                                  const Vec3& p) {
  const LatticePoint ones{1, 1, 1};
  for (;; lower = lower - ones, upper = upper + ones) {
    LatticePoint best;
    double least = -1;
    for (int z = lower.z; z <= upper.z; ++z)
      for (int y = lower.y; y <= upper.y; ++y)
        for (int x = lower.x; x <= upper.x; ++x) {
          const LatticePoint voxel{x, y, z};
          if (!voxels.inside(voxel)) continue;
          const double squared = squared_norm(p - to_vec3(voxel));
          if (least >= 0 && squared >= least) continue;
          best = voxel;
          least = squared;
        }
    if (least >= 0) return best;
  }
}

std::vector<LatticePoint> own_voxels(const SurfaceMesh& surface, const LinkedVoxels& voxels) {
  const std::vector<Vec3> outward = outward_directions(surface);
  std::vector<LatticePoint> result(surface.positions.size());
  parallel_for(surface.vertex_count(), kVertices, [&](Index begin, Index end) {
    for (Index v = begin; v < end; ++v) {
      const Vec3 p = lattice_coordinates(voxels.lattice(), surface.positions[v]);
      const LatticePoint lower{static_cast<std::int32_t>(std::floor(p.x)),
                               static_cast<std::int32_t>(std::floor(p.y)),
                               static_cast<std::int32_t>(std::floor(p.z))};
      result[v] = nearest_inside_voxel(voxels, lower, lower + LatticePoint{1, 1, 1},
                                       p - 0.5 * normalized(outward[v]));
    }
  });
  return result;
}

}  // namespace sinew
