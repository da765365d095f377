#include "app/starter_probe.h"

#include <algorithm>

#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/voxel_grid.h"

namespace sinew {

namespace {

Vec3 farthest(std::span<const Vec3> points, const StarterHold& hold) {
  return *std::ranges::max_element(points, {}, [&](const Vec3& p) { return hold.distance_to(p); });
}

std::vector<Vec3> points_inside(const SurfaceMesh& surface, const SignedDistance& solid, Index resolution) {
  const VoxelGrid grid = voxelize(surface, solid, voxel_frame(solid.box(), resolution));
  const auto& [nx, ny, nz] = grid.frame.counts;
  std::vector<Vec3> points;
  for (Index k = 0; k < nz; ++k)
    for (Index j = 0; j < ny; ++j)
      for (Index i = 0; i < nx; ++i)
        if (grid.inside[grid.frame.index(i, j, k)] != 0) points.push_back(grid.frame.point(i, j, k));
  return points;
}

}  // namespace

Vec3 probe_for(const StarterMesh& mesh, const StarterHold& hold) {
  // A cube that contains the point has its centre inside if the point is as deep as the cube's half diagonal.
  constexpr double kDeepEnough = 1.0 / 32;  // of the size
  constexpr double kNearlyDeepest = 0.7;    // if it is thinner than that
  if (mesh.kind == StarterMesh::Kind::kSheet) return farthest(mesh.surface.positions, hold);
  const SignedDistance solid(mesh.surface);
  for (const Index resolution : {48, 128}) {
    const std::vector<Vec3> inside = points_inside(mesh.surface, solid, resolution);
    if (inside.empty()) continue;
    std::vector<double> depth(inside.size());
    solid.distances(inside, depth);
    const double enough =
        std::min(kDeepEnough * mesh.box.longest_side(), kNearlyDeepest * *std::ranges::max_element(depth));
    std::vector<Vec3> deep;
    for (std::size_t i = 0; i < inside.size(); ++i)
      if (depth[i] >= enough) deep.push_back(inside[i]);
    return farthest(deep, hold);
  }
  return farthest(mesh.surface.positions, hold);
}

}  // namespace sinew
