#include "octree/surface/triangles_by_cube.h"

#include <algorithm>

namespace sinew {

TrianglesByCube::TrianglesByCube(const Lattice& lattice, std::span<const CubeRange> ranges,
                                 std::span<const Index> among)
    : counts_{lattice.counts[0] / kBrickSide + 2, lattice.counts[1] / kBrickSide + 2,
              lattice.counts[2] / kBrickSide + 2},
      brick_(std::size_t(counts_.x) * counts_.y * counts_.z, -1) {
  Index bricks = 0;
  for (const Index t : among)
    for_each_cube({ranges[t].lower >> kBrickLevel, ranges[t].upper >> kBrickLevel},
                  [&](const LatticePoint& brick) {
                    Index& number = brick_[place_of(kBrickSide * brick)];
                    if (number < 0) number = bricks++;
                  });

  // Count the triangles of each cube, and enter them where the counts say.
  first_.assign(std::size_t(bricks) * kCubes + 1, 0);
  const auto n = static_cast<Index>(ranges.size());
  for (Index t = 0; t < n; ++t) for_each_list(ranges[t], [&](Index list) { ++first_[list]; });
  Index sum = 0;
  for (Index& first : first_) sum += first, first = sum;
  triangles_.resize(sum);
  for (Index t = n - 1; t >= 0; --t)
    for_each_list(ranges[t], [&](Index list) { triangles_[--first_[list]] = t; });
}

// Cubes beyond the outermost bricks are counted to these.
Index TrianglesByCube::place_of(LatticePoint cube) const {
  for (int axis = 0; axis < 3; ++axis)
    cube[axis] = std::clamp((cube[axis] >> kBrickLevel) + 1, 0, counts_[axis] - 1);
  return cube.x + counts_.x * (cube.y + counts_.y * cube.z);
}

Index TrianglesByCube::list_of(const LatticePoint& cube) const {
  const Index brick = brick_[place_of(cube)];
  if (brick < 0) return -1;
  return brick * kCubes + (cube.x & 7) + kBrickSide * ((cube.y & 7) + kBrickSide * (cube.z & 7));
}

}  // namespace sinew
