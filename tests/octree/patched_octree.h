#pragma once

#include "octree/random_octree.h"

// Long bodies and small cuts, which are small beside the body.
namespace sinew::test {

// A bar of any cross-section with holes, thin parts and cuts, with cells of all levels.
inline LinkedVoxels long_body(Random& random) {
  const auto side = [&](Index least, std::uint32_t range) {
    return least + static_cast<Index>(random.below(range));
  };
  VoxelGrid grid = box_grid(side(200, 40), side(10, 25), side(10, 25));
  const GridFrame& frame = grid.frame;
  for (int hole = 0; hole < 10; ++hole) {
    const Vec3 centre =
        random.in_box({0, 0, 0}, frame.point(frame.counts[0], frame.counts[1], frame.counts[2]));
    const double radius = random.uniform(0.5, 8);
    for (Index k = 0; k < frame.counts[2]; ++k)
      for (Index j = 0; j < frame.counts[1]; ++j)
        for (Index i = 0; i < frame.counts[0]; ++i)
          if (distance(frame.point(i, j, k), centre) < radius) grid.inside[frame.index(i, j, k)] = 0;
  }
  LinkedVoxels voxels(grid);
  if (random.below(2) == 0) cut_at_random(random, voxels, 1, 10);
  return voxels;
}

// A disc of a few voxels; sometimes a cut across, which separates pieces.
inline void small_cut(Random& random, LinkedVoxels& voxels) {
  const Lattice& lattice = voxels.lattice();
  const auto& n = lattice.counts;
  const Vec3 size = lattice.spacing * Vec3{double(n[0]), double(n[1]), double(n[2])};
  const Vec3 centre = random.in_box(lattice.origin, lattice.origin + size);
  Vec3 normal = random.in_box({-1, -1, -1}, {1, 1, 1});
  double radius = random.uniform(0.5, 6) * lattice.spacing;
  if (random.below(4) == 0) normal = {1, 0, 0}, radius = size.y + size.z;
  for (const double sign : {1.0, -1.0}) voxels.cut(disc_links(voxels, centre, sign * normal, radius));
}

}  // namespace sinew::test
