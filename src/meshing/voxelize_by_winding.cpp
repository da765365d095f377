#include <algorithm>

#include "base/parallel.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/voxel_grid.h"

namespace sinew {

namespace {

constexpr Index kBlock = 16;    // samples along a block handed to a thread
constexpr Index kSmallest = 2;  // samples along a block that is not split: each is asked for itself

using Address = std::array<Index, 3>;

// Samples in [lower, upper) on every axis.
struct Block {
  Address lower, upper;

  bool empty() const { return lower[0] >= upper[0] || lower[1] >= upper[1] || lower[2] >= upper[2]; }
  Index longest() const { return std::max({upper[0] - lower[0], upper[1] - lower[1], upper[2] - lower[2]}); }
  Block child(int number) const {
    Block part = *this;
    for (int axis = 0; axis < 3; ++axis) {
      const Index middle = std::min(upper[axis], lower[axis] + (longest() + 1) / 2);
      ((number >> axis & 1) != 0 ? part.lower : part.upper)[axis] = middle;
    }
    return part;
  }
  template <typename Visit>
  void for_each_sample(Visit&& visit) const {
    for (Index k = lower[2]; k < upper[2]; ++k)
      for (Index j = lower[1]; j < upper[1]; ++j)
        for (Index i = lower[0]; i < upper[0]; ++i) visit(i, j, k);
  }
};

class BlockWalk {
 public:
  BlockWalk(const SignedDistance& solid, VoxelGrid& grid) : solid_(solid), grid_(grid) {}

  // Decides each of at most eight blocks by its centre, asking for all centres at once, or splits it.
  void walk(std::span<const Block> blocks) {
    constexpr std::size_t kMost = 8;
    Vec3 centers[kMost];
    double radii[kMost], distances[kMost], windings[kMost];
    bool some_clear = false;
    const std::size_t n = blocks.size();
    for (std::size_t b = 0; b < n; ++b) {
      const auto& [l, u] = blocks[b];
      const Vec3 first = grid_.frame.point(l[0], l[1], l[2]);
      const Vec3 last = grid_.frame.point(u[0] - 1, u[1] - 1, u[2] - 1);
      centers[b] = 0.5 * (first + last);
      radii[b] = 0.5 * distance(first, last);
    }
    solid_.distances({centers, n}, {distances, n});
    for (std::size_t b = 0; b < n; ++b) some_clear |= distances[b] > radii[b];
    if (some_clear) solid_.windings({centers, n}, {windings, n});
    for (std::size_t b = 0; b < n; ++b) {
      if (distances[b] > radii[b] && solid_.same_side(radii[b], distances[b], windings[b]))
        fill(blocks[b], windings[b] > 0.5);
      else if (blocks[b].longest() <= kSmallest)
        ask_every_sample(blocks[b]);
      else
        split(blocks[b]);
    }
  }

 private:
  void split(const Block& block) {
    Block children[8];
    std::size_t count = 0;
    for (int number = 0; number < 8; ++number)
      if (const Block child = block.child(number); !child.empty()) children[count++] = child;
    walk({children, count});
  }

  void fill(const Block& block, bool inside) {
    block.for_each_sample(
        [&](Index i, Index j, Index k) { grid_.inside[grid_.frame.index(i, j, k)] = inside ? 1 : 0; });
  }

  void ask_every_sample(const Block& block) {
    constexpr std::size_t kMost = kSmallest * kSmallest * kSmallest;
    Vec3 points[kMost];
    double windings[kMost];
    std::size_t n = 0;
    block.for_each_sample([&](Index i, Index j, Index k) { points[n++] = grid_.frame.point(i, j, k); });
    solid_.windings({points, n}, {windings, n});
    n = 0;
    block.for_each_sample([&](Index i, Index j, Index k) {
      grid_.inside[grid_.frame.index(i, j, k)] = windings[n++] > 0.5 ? 1 : 0;
    });
  }

  const SignedDistance& solid_;
  VoxelGrid& grid_;
};

}  // namespace

VoxelGrid voxelize_by_winding(const SignedDistance& solid, const GridFrame& frame) {
  VoxelGrid grid{frame, std::vector<std::uint8_t>(frame.sample_count())};
  Address blocks{};
  for (int axis = 0; axis < 3; ++axis) blocks[axis] = (frame.counts[axis] + kBlock - 1) / kBlock;
  parallel_for(blocks[0] * blocks[1] * blocks[2], 1, [&](Index number, Index) {
    Block block{{number % blocks[0], number / blocks[0] % blocks[1], number / blocks[0] / blocks[1]}, {}};
    for (int axis = 0; axis < 3; ++axis) {
      block.lower[axis] *= kBlock;
      block.upper[axis] = std::min(frame.counts[axis], block.lower[axis] + kBlock);
    }
    BlockWalk(solid, grid).walk({&block, 1});
  });
  return grid;
}

}  // namespace sinew
