#include "octree/thin_parts.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

// From here on a boundary counts as oblique: 11 degrees off an axis.
constexpr double kLargestOfOblique = 0.98;
constexpr double kThickness = 2;  // sides of a cell

// Whether the solid ends within this many voxels of a voxel, against the outward normal of its boundary.
bool is_thin(const LinkedVoxels& voxels, const LatticePoint& from, const Vec3& outward, double thickness) {
  for (double way = 1; way < thickness; way += 0.5) {
    LatticePoint at;
    for (int axis = 0; axis < 3; ++axis)
      at[axis] = static_cast<std::int32_t>(std::floor(from[axis] + 0.5 - way * outward[axis]));
    if (!voxels.inside(at)) return true;
  }
  return false;
}

}  // namespace

Index count_thin_oblique(const OctreeGrid& grid) {
  std::vector<std::int32_t> thin(grid.cells.places.size(), 0), all(thin.size(), 0);
  const auto look = [&](const LinkEnd& end, const LatticePoint& voxel, int axis, double sign) {
    if (end.cut != 0) return;
    const Index cell = grid.cells.at(grid.voxels, voxel);
    if (grid.cells.places[cell].level == 0) return;
    Vec3 n{end.normal[0], end.normal[1], end.normal[2]};
    if (n[axis] * sign < 0) n = -n;
    ++all[cell];
    if (std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)}) > kLargestOfOblique) return;
    thin[cell] += is_thin(grid.voxels, voxel, n, kThickness * grid.cells.places[cell].side());
  };
  for (const CutLink& link : grid.voxels.cut_links()) {
    look(link.lower, link.voxel, link.axis, 1);
    look(link.upper, link.voxel + unit_step(link.axis), link.axis, -1);
  }
  Index count = 0;
  for (std::size_t c = 0; c < thin.size(); ++c) count += 2 * thin[c] > all[c];
  return count;
}

}  // namespace sinew
