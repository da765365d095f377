#pragma once

#include <algorithm>
#include <functional>

#include "octree/grid/linked_voxels.h"

namespace sinew {

// Below zero inside.
using ScalarField = std::function<double(const Vec3&)>;

inline Vec3 unit_gradient(const ScalarField& f, const Vec3& p) {
  constexpr double kStep = 1e-6;
  Vec3 g;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 step;
    step[axis] = kStep;
    g[axis] = f(p + step) - f(p - step);
  }
  return normalized(g);
}

// Where f vanishes on the way from a to b, given that the signs there differ; 0 at a, 1 at b.
inline double zero_between(const ScalarField& f, const Vec3& a, const Vec3& b) {
  double low = 0, high = 1;
  const bool inside = f(a) < 0;
  for (int i = 0; i < 50; ++i) {
    const double middle = 0.5 * (low + high);
    (f(lerp(a, b, middle)) < 0) == inside ? low = middle : high = middle;
  }
  return low;
}

// The link where f crosses it, as either end sees it.
inline CutLink crossed_link(const ScalarField& f, const LatticePoint& voxel, int axis, const Vec3& lower,
                            const Vec3& upper, std::int32_t cut) {
  const double t = zero_between(f, lower, upper);
  const Vec3 n = unit_gradient(f, lerp(lower, upper, t));
  const std::array<float, 3> normal{static_cast<float>(n.x), static_cast<float>(n.y),
                                    static_cast<float>(n.z)};
  return {voxel, axis, {static_cast<float>(t), normal, cut}, {static_cast<float>(1 - t), normal, cut}};
}

// All links of a frame along which f changes its sign.
inline std::vector<CutLink> crossed_links(const ScalarField& f, const GridFrame& frame, std::int32_t cut) {
  std::vector<CutLink> links;
  for (Index k = -1; k < frame.counts[2]; ++k)
    for (Index j = -1; j < frame.counts[1]; ++j)
      for (Index i = -1; i < frame.counts[0]; ++i)
        for (int axis = 0; axis < 3; ++axis) {
          const LatticePoint voxel{i, j, k}, next = voxel + unit_step(axis);
          const Vec3 lower = frame.point(i, j, k), upper = frame.point(next.x, next.y, next.z);
          if ((f(lower) < 0) != (f(upper) < 0))
            links.push_back(crossed_link(f, voxel, axis, lower, upper, cut));
        }
  return links;
}

// The voxels inside of a field, with the true places and normals of its boundary.
inline LinkedVoxels voxels_inside(const ScalarField& f, const GridFrame& frame) {
  VoxelGrid grid{frame, std::vector<std::uint8_t>(frame.sample_count())};
  for (Index k = 0; k < frame.counts[2]; ++k)
    for (Index j = 0; j < frame.counts[1]; ++j)
      for (Index i = 0; i < frame.counts[0]; ++i)
        grid.inside[frame.index(i, j, k)] = f(frame.point(i, j, k)) < 0;
  return LinkedVoxels(grid, crossed_links(f, frame, 0));
}

// Cuts the links across which f changes its sign, where `within` says so.
inline void cut_along(
    LinkedVoxels& voxels, const ScalarField& f, std::int32_t cut,
    const std::function<bool(const Vec3&)>& within = [](const Vec3&) { return true; }) {
  const Lattice& lattice = voxels.lattice();
  GridFrame frame{
      lattice.voxel_centre({}), lattice.spacing, {lattice.counts[0], lattice.counts[1], lattice.counts[2]}};
  std::vector<CutLink> links = crossed_links(f, frame, cut);
  std::erase_if(links, [&](const CutLink& link) {
    return !within(lerp(lattice.voxel_centre(link.voxel),
                        lattice.voxel_centre(link.voxel + unit_step(link.axis)), link.lower.distance));
  });
  std::sort(links.begin(), links.end(), [](const CutLink& a, const CutLink& b) {
    return link_key(a.voxel, a.axis) < link_key(b.voxel, b.axis);
  });
  voxels.cut(links);
}

}  // namespace sinew
