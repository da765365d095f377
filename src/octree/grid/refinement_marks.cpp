#include "octree/grid/refinement_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "octree/grid/split_blocks.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr Index kMarkBricks = 64;  // per parallel chunk

Index brick_count(const LinkedVoxels& voxels) { return static_cast<Index>(voxels.bricks().size()); }

template <typename F>
void for_each_brick(const LinkedVoxels& voxels, F&& f) {
  parallel_for_each(brick_count(voxels), kMarkBricks, [&](Index b) { f(b, voxels.bricks()[b]); });
}

// Numbers the inside voxels: brick by brick, then by z, y and x.
class VoxelNumbers {
 public:
  explicit VoxelNumbers(const LinkedVoxels& voxels) : voxels_(voxels), start_(brick_count(voxels) + 1) {
    for (Index b = 0; b < brick_count(voxels); ++b)
      start_[b + 1] = start_[b] + bit_count(voxels.bricks()[b].inside);
  }
  std::size_t count() const { return start_.back(); }
  std::size_t first(Index brick) const { return start_[brick]; }
  std::size_t operator()(const LatticePoint& inside_voxel) const {
    const Index b = voxels_.brick_at(inside_voxel >> kBrickLevel);
    const BrickBits& inside = voxels_.bricks()[b].inside;
    std::size_t number = start_[b];
    const int z = inside_voxel.z & 7;
    for (int i = 0; i < z; ++i) number += std::popcount(inside[i]);
    return number + std::popcount(inside[z] & ((std::uint64_t(1) << bit_of(inside_voxel)) - 1));
  }

 private:
  const LinkedVoxels& voxels_;
  std::vector<std::size_t> start_;
};

bool differ(double a, double b, double tolerance) {
  return std::abs(a - b) > tolerance * std::max(std::abs(a), std::abs(b));
}

bool differ(const Material& a, const Material& b, double tolerance) {
  return differ(a.young, b.young, tolerance) || differ(a.poisson, b.poisson, tolerance) ||
         differ(a.density, b.density, tolerance);
}

}  // namespace

RefinementMarks marks_where(const LinkedVoxels& voxels, const MustSplit& must_split) {
  RefinementMarks marks{std::vector<std::uint64_t>(brick_count(voxels)),
                        std::vector<std::uint8_t>(brick_count(voxels))};
  for_each_brick(voxels, [&](Index b, const Brick& brick) {
    const LatticePoint lower = kBrickSide * brick.place;
    const std::uint64_t blocks_1 = blocks_of(brick.inside);
    const unsigned blocks_2 = blocks_of(blocks_1);
    for (int i = 0; i < 64; ++i)
      if ((blocks_1 >> i & 1) != 0 && must_split(lower + 2 * LatticePoint{i & 3, i >> 2 & 3, i >> 4}, 1))
        marks.to_level_0[b] |= std::uint64_t(1) << i;
    for (int i = 0; i < 8; ++i)
      if ((blocks_2 >> i & 1) != 0 && must_split(lower + 4 * corner_offset(i), 2))
        marks.to_level_1[b] |= static_cast<std::uint8_t>(1 << i);
  });
  return marks;
}

RefinementMarks marks_of_voxels(const LinkedVoxels& voxels,
                                const std::function<bool(const LatticePoint& voxel)>& must_be_fine) {
  RefinementMarks marks{std::vector<std::uint64_t>(brick_count(voxels)), {}};
  for_each_brick(voxels, [&](Index b, const Brick& brick) {
    for_each_bit(brick.inside, [&](const LatticePoint& v) {
      if ((marks.to_level_0[b] & block_bit(v)) == 0 && must_be_fine(kBrickSide * brick.place + v))
        marks.to_level_0[b] |= block_bit(v);
    });
  });
  return marks;
}

RefinementMarks merged(RefinementMarks a, const RefinementMarks& b) {
  const auto merge = [](auto& to, const auto& from) {
    if (to.empty()) to.resize(from.size());
    if (!from.empty() && from.size() != to.size())
      throw Error("refinement marks of two lattices cannot be merged");
    for (std::size_t i = 0; i < from.size(); ++i) to[i] |= from[i];
  };
  merge(a.to_level_0, b.to_level_0);
  merge(a.to_level_1, b.to_level_1);
  merge(a.to_level_2, b.to_level_2);
  a.coarse_boundary |= b.coarse_boundary, a.partly_filled |= b.partly_filled;
  return a;
}

std::vector<Vec3> voxel_centres(const LinkedVoxels& voxels) {
  const VoxelNumbers numbers(voxels);
  std::vector<Vec3> centres(numbers.count());
  for_each_brick(voxels, [&](Index b, const Brick& brick) {
    std::size_t number = numbers.first(b);
    for_each_bit(brick.inside, [&](const LatticePoint& v) {
      centres[number++] = voxels.lattice().voxel_centre(kBrickSide * brick.place + v);
    });
  });
  return centres;
}

RefinementMarks material_jump_marks(const LinkedVoxels& voxels, std::span<const Material> materials,
                                    double tolerance) {
  const VoxelNumbers numbers(voxels);
  if (materials.size() != numbers.count())
    throw Error(fmt::format("there are {} materials for {} voxels", materials.size(), numbers.count()), "",
                "give one for each of voxel_centres()");
  return marks_of_voxels(voxels, [&](const LatticePoint& voxel) {
    const Material& own = materials[numbers(voxel)];
    for (int axis = 0; axis < 3; ++axis)
      for (const LatticePoint& next : {voxel - unit_step(axis), voxel + unit_step(axis)})
        if (voxels.inside(next) && differ(own, materials[numbers(next)], tolerance)) return true;
    return false;
  });
}

}  // namespace sinew
