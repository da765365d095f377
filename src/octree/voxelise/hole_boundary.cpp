#include "octree/voxelise/hole_boundary.h"

#include <algorithm>

#include "base/parallel.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {

namespace {

constexpr Index kLinks = 64;  // per parallel chunk

// How far along its link the winding number falls to one half, from the inside end.
float half_way_down(double inside, double outside) {
  return inside > outside ? static_cast<float>(std::clamp((inside - 0.5) / (inside - outside), 0.0, 1.0))
                          : 0.5F;
}

LinkEnd& inside_end(CutLink& link) { return link.lower.cut >= 0 ? link.lower : link.upper; }

void place(const SignedDistance& solid, const Lattice& lattice, std::span<CutLink> links) {
  // Find where the winding number falls to one half.
  std::array<Vec3, 6 * kLinks> points;
  std::array<double, 6 * kLinks> winding;
  const std::size_t n = links.size();
  for (std::size_t i = 0; i < n; ++i) {
    points[2 * i] = lattice.voxel_centre(links[i].voxel);
    points[2 * i + 1] = lattice.voxel_centre(links[i].voxel + unit_step(links[i].axis));
    if (links[i].lower.cut < 0) std::swap(points[2 * i], points[2 * i + 1]);
  }
  solid.windings({points.data(), 2 * n}, {winding.data(), 2 * n});
  std::array<Vec3, kLinks> crossing;
  for (std::size_t i = 0; i < n; ++i) {
    const float distance = half_way_down(winding[2 * i], winding[2 * i + 1]);
    inside_end(links[i]).distance = distance;
    crossing[i] = lerp(points[2 * i], points[2 * i + 1], distance);
  }

  // Sample half a voxel to either side for the gradient.
  for (std::size_t i = 0; i < n; ++i)
    for (int axis = 0; axis < 3; ++axis)
      for (int side = 0; side < 2; ++side) {
        Vec3& p = points[6 * i + 2 * axis + side] = crossing[i];
        p[axis] += (side - 0.5) * lattice.spacing;
      }
  solid.windings({points.data(), 6 * n}, {winding.data(), 6 * n});
  for (std::size_t i = 0; i < n; ++i) {
    const double* w = &winding[6 * i];
    const Vec3 normal = normalized({w[0] - w[1], w[2] - w[3], w[4] - w[5]});
    if (norm(normal) == 0) continue;
    for (int axis = 0; axis < 3; ++axis) inside_end(links[i]).normal[axis] = static_cast<float>(normal[axis]);
  }
}

}  // namespace

std::vector<CutLink> hole_boundary(const SignedDistance& solid, const Lattice& lattice,
                                   std::span<const CutLink> links) {
  std::vector<CutLink> placed(links.begin(), links.end());
  parallel_for(static_cast<Index>(placed.size()), kLinks, [&](Index begin, Index end) {
    place(solid, lattice, std::span(placed).subspan(begin, end - begin));
  });
  return placed;
}

}  // namespace sinew
