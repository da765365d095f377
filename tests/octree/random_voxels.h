#pragma once

#include <algorithm>

#include "base/random.h"
#include "octree/grid/linked_voxels.h"

// Bodies of voxels for tests, with cuts.
namespace sinew::test {

inline VoxelGrid box_grid(Index x, Index y, Index z) {
  VoxelGrid grid;
  grid.frame.counts = {x, y, z};
  grid.inside.assign(grid.frame.sample_count(), 1);
  return grid;
}

// A few balls that may overlap or not, with voxels missing at random.
inline VoxelGrid random_grid(Random& random, Index side = 40) {
  VoxelGrid grid = box_grid(side, side - 3, side + 5);
  std::fill(grid.inside.begin(), grid.inside.end(), 0);
  const auto& n = grid.frame.counts;
  for (int ball = 0; ball < 3; ++ball) {
    const Vec3 centre = random.in_box({0, 0, 0}, {double(n[0]), double(n[1]), double(n[2])});
    const double radius = random.uniform(0.2, 0.5) * side;
    for (Index k = 0; k < n[2]; ++k)
      for (Index j = 0; j < n[1]; ++j)
        for (Index i = 0; i < n[0]; ++i)
          if (distance(grid.frame.point(i, j, k), centre) < radius)
            grid.inside[grid.frame.index(i, j, k)] = 1;
  }
  for (int hole = 0; hole < 5; ++hole)
    grid.inside[random.below(static_cast<std::uint32_t>(grid.inside.size()))] = 0;
  return grid;
}

inline CutLink cut_link(const LatticePoint& voxel, int axis, float distance = 0.5F, int cut = 1) {
  LinkEnd end{distance, {}, cut};
  end.normal[axis] = 1;
  CutLink link{voxel, axis, end, end};
  link.upper.distance = 1 - distance;
  return link;
}

inline void sort_links(std::vector<CutLink>& links) {
  const auto key = [](const CutLink& link) { return link_key(link.voxel, link.axis); };
  std::sort(links.begin(), links.end(), [&](const CutLink& a, const CutLink& b) { return key(a) < key(b); });
  links.erase(std::unique(links.begin(), links.end(),
                          [&](const CutLink& a, const CutLink& b) { return key(a) == key(b); }),
              links.end());
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

inline LinkedVoxels random_voxels(Random& random) {
  LinkedVoxels voxels(random_grid(random));
  const int cuts = static_cast<int>(random.below(4));
  for (int cut = 1; cut <= cuts; ++cut) voxels.cut(random_cut(voxels, random, cut));
  return voxels;
}

}  // namespace sinew::test
