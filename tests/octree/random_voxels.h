#pragma once

#include <algorithm>

#include "base/random.h"
#include "octree/linked_voxels.h"

namespace sinew {

inline VoxelGrid box_grid(Index x, Index y, Index z) {
  VoxelGrid grid;
  grid.frame.counts = {x, y, z};
  grid.inside.assign(grid.frame.sample_count(), 1);
  return grid;
}

// Seen from its lower end at `distance`, square to the link.
inline CutLink cut_link(const LatticePoint& voxel, int axis, float distance = 0.5F, int cut = 1) {
  LinkEnd end{distance, {}, cut};
  end.normal[axis] = 1;
  CutLink link{voxel, axis, end, end};
  link.upper.distance = 1 - distance;
  return link;
}

// By key, each once.
inline void sort_links(std::vector<CutLink>& links) {
  const auto key = [](const CutLink& link) { return link_key(link.voxel, link.axis); };
  std::sort(links.begin(), links.end(), [&](const CutLink& a, const CutLink& b) { return key(a) < key(b); });
  links.erase(std::unique(links.begin(), links.end(),
                          [&](const CutLink& a, const CutLink& b) { return key(a) == key(b); }),
              links.end());
}

// A box with a few balls taken out of it.
inline VoxelGrid holed_grid(Random& random, Index side, int holes) {
  VoxelGrid grid = box_grid(side, side + 3, side - 2);
  const GridFrame& frame = grid.frame;
  for (int hole = 0; hole < holes; ++hole) {
    const Vec3 centre = random.in_box({0, 0, 0}, frame.point(side, side, side));
    const double radius = random.uniform(0.5, 0.2 * side);
    for (Index k = 0; k < frame.counts[2]; ++k)
      for (Index j = 0; j < frame.counts[1]; ++j)
        for (Index i = 0; i < frame.counts[0]; ++i)
          if (norm(frame.point(i, j, k) - centre) < radius) grid.inside[frame.index(i, j, k)] = 0;
  }
  return grid;
}

// Links that cross the part of a plane within a ball, all of cut 1.
inline std::vector<CutLink> disc_links(const LinkedVoxels& voxels, const Vec3& centre, const Vec3& normal,
                                       double radius) {
  std::vector<CutLink> links;
  for (const Brick& brick : voxels.bricks())
    for (int v = 0; v < kBrickVoxels; ++v) {
      const LatticePoint voxel = kBrickSide * brick.place + LatticePoint{v & 7, v >> 3 & 7, v >> 6};
      for (int axis = 0; axis < 3; ++axis) {
        const Vec3 lower = voxels.lattice().voxel_centre(voxel) - centre;
        const Vec3 upper = voxels.lattice().voxel_centre(voxel + unit_step(axis)) - centre;
        if (voxels.joined(voxel, axis) && dot(lower, normal) < 0 && dot(upper, normal) >= 0 &&
            norm(lower) < radius)
          links.push_back({voxel, axis, {0.5F, {1, 0, 0}, 1}, {0.5F, {1, 0, 0}, 1}});
      }
    }
  sort_links(links);
  return links;
}

// Cuts along discs in any direction, and single links here and there.
inline void cut_at_random(Random& random, LinkedVoxels& voxels, int discs, int single_links) {
  const Lattice& lattice = voxels.lattice();
  const Vec3 size =
      lattice.spacing * Vec3{static_cast<double>(lattice.counts[0]), static_cast<double>(lattice.counts[1]),
                             static_cast<double>(lattice.counts[2])};
  for (int disc = 0; disc < discs; ++disc) {
    const Vec3 centre = random.in_box(lattice.origin, lattice.origin + size);
    Vec3 normal = random.in_box({-1, -1, -1}, {1, 1, 1});
    if (random.below(3) == 0) normal = {0, 0, 1};
    const double radius = random.uniform(0.1, 0.7) * size.x;
    for (const double sign : {1.0, -1.0}) voxels.cut(disc_links(voxels, centre, sign * normal, radius));
  }
  for (int link = 0; link < single_links; ++link) {
    const auto below = [&](int axis) {
      return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(lattice.counts[axis])));
    };
    const std::int32_t x = below(0), y = below(1), z = below(2);
    const auto axis = static_cast<std::int32_t>(random.below(3));
    voxels.cut(std::array{CutLink{{x, y, z}, axis, {0.5F, {1, 0, 0}, 1}, {0.5F, {1, 0, 0}, 1}}});
  }
}

// A part of a plane across a random axis, and some links anywhere, also outside.
inline std::vector<CutLink> random_cut(const LinkedVoxels& voxels, Random& random, int cut = 1) {
  const auto& n = voxels.lattice().counts;
  const auto below = [&](int axis) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(n[axis])));
  };
  const auto distance = [&] { return static_cast<float>(random.below(9)) / 8; };
  std::vector<CutLink> links;
  const int axis = static_cast<int>(random.below(3)), i = (axis + 1) % 3, j = (axis + 2) % 3;
  LatticePoint voxel;
  voxel[axis] = below(axis);
  const int end_i = below(i), end_j = below(j);
  for (voxel[i] = 0; voxel[i] < end_i; ++voxel[i])
    for (voxel[j] = 0; voxel[j] < end_j; ++voxel[j]) links.push_back(cut_link(voxel, axis, distance(), cut));
  for (int k = 0; k < 10; ++k)
    links.push_back(cut_link(LatticePoint{below(0), below(1), below(2)} - LatticePoint{1, 1, 1},
                             static_cast<int>(random.below(3)), distance(), cut));
  sort_links(links);
  return links;
}

// A body with holes and cuts, another for every seed.
inline LinkedVoxels random_voxels(std::uint64_t seed, Index side = 30) {
  Random random(seed);
  LinkedVoxels voxels(holed_grid(random, side, static_cast<int>(random.below(4))));
  const int discs = static_cast<int>(random.below(4)), single_links = static_cast<int>(random.below(12));
  cut_at_random(random, voxels, discs, single_links);
  return voxels;
}

}  // namespace sinew
