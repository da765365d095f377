#include <algorithm>

#include "base/parallel.h"
#include "meshing/voxel_grid.h"

namespace sinew {

namespace {

constexpr Index kBlock = 16;    // samples along a block handed to a thread
constexpr Index kSmallest = 2;  // samples along a block below which each is asked for itself

using Address = std::array<Index, 3>;

class BlockWalk {
 public:
  BlockWalk(const SignedDistance& solid, VoxelGrid& grid) : solid_(solid), grid_(grid) {}

  // Samples in [lower, upper) on every axis.
  void walk(const Address& lower, const Address& upper) {
    Index longest = 0;
    for (int axis = 0; axis < 3; ++axis) {
      if (lower[axis] >= upper[axis]) return;
      longest = std::max(longest, upper[axis] - lower[axis]);
    }
    if (longest <= kSmallest) {
      fill(lower, upper, [&](const Vec3& p) { return solid_.inside(p); });
      return;
    }
    const GridFrame& frame = grid_.frame;
    const Vec3 a = frame.point(lower[0], lower[1], lower[2]);
    const Vec3 b = frame.point(upper[0] - 1, upper[1] - 1, upper[2] - 1);
    const Vec3 center = 0.5 * (a + b);
    const double radius = 0.5 * distance(a, b);
    const double surface_distance = solid_.distance(center);
    if (surface_distance > radius) {
      const double winding = solid_.winding(center);
      if (solid_.same_side(radius, surface_distance, winding)) {
        fill(lower, upper, [&](const Vec3&) { return winding > 0.5; });
        return;
      }
    }
    for (int child = 0; child < 8; ++child) {
      Address l = lower, u = upper;
      for (int axis = 0; axis < 3; ++axis) {
        const Index middle = std::min(upper[axis], lower[axis] + (longest + 1) / 2);
        ((child >> axis & 1) != 0 ? l : u)[axis] = middle;
      }
      walk(l, u);
    }
  }

 private:
  template <typename Inside>
  void fill(const Address& lower, const Address& upper, Inside&& inside) {
    for (Index k = lower[2]; k < upper[2]; ++k)
      for (Index j = lower[1]; j < upper[1]; ++j)
        for (Index i = lower[0]; i < upper[0]; ++i)
          grid_.inside[grid_.frame.index(i, j, k)] = inside(grid_.frame.point(i, j, k)) ? 1 : 0;
  }

  const SignedDistance& solid_;
  VoxelGrid& grid_;
};

}  // namespace

VoxelGrid voxelize_by_winding(const SignedDistance& solid, const GridFrame& frame) {
  VoxelGrid grid{frame, std::vector<std::uint8_t>(frame.sample_count())};
  Address blocks{};
  for (int axis = 0; axis < 3; ++axis) blocks[axis] = (frame.counts[axis] + kBlock - 1) / kBlock;
  parallel_for(blocks[0] * blocks[1] * blocks[2], 1, [&](Index block, Index) {
    Address lower{block % blocks[0], block / blocks[0] % blocks[1], block / blocks[0] / blocks[1]}, upper{};
    for (int axis = 0; axis < 3; ++axis) {
      lower[axis] *= kBlock;
      upper[axis] = std::min(frame.counts[axis], lower[axis] + kBlock);
    }
    BlockWalk(solid, grid).walk(lower, upper);
  });
  return grid;
}

}  // namespace sinew
