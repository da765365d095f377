#include "octree/own_voxels.h"

#include "base/parallel.h"
#include "octree/dual_face.h"

namespace sinew {

namespace {

constexpr Index kPoints = 4096;  // of a parallel chunk

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

std::vector<LatticePoint> own_voxels(const LinkedVoxels& voxels, std::span<const Vec3> points,
                                     std::span<const Vec3> behind) {
  std::vector<LatticePoint> result(points.size());
  parallel_for_each(points.size(), kPoints, [&](Index i) {
    const LatticePoint lower = dual_cube_at(points[i]);
    result[i] = nearest_inside_voxel(voxels, lower, lower + LatticePoint{1, 1, 1}, behind[i]);
  });
  return result;
}

}  // namespace sinew
