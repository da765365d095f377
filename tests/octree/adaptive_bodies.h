#pragma once

#include "base/random.h"
#include "octree/analytic_voxels.h"
#include "octree/grid/cell_wishes.h"
#include "octree/octree_bodies.h"
#include "octree/octree_momentum.h"

// Adaptive bodies for tests, and what is asked of them.
namespace sinew::test {

// Blocks that are split at random, of a hundred.
inline CellWishes random_wishes(const LinkedVoxels& voxels, Random& random, int share) {
  CellWishes wishes(voxels.bricks().size());
  for (Index b = 0; b < static_cast<Index>(voxels.bricks().size()); ++b) {
    const LatticePoint lower = kBrickSide * voxels.bricks()[b].place;
    for (int level = 1; level <= kBrickLevel; ++level)
      for (int k = 0; k < kBrickVoxels >> (3 * level); ++k) {
        const int n = kBrickSide >> level;
        const LatticePoint at = lower + (1 << level) * LatticePoint{k % n, k / n % n, k / (n * n)};
        if (static_cast<int>(random.below(100)) < share)
          wishes.split(b, {static_cast<std::uint16_t>(at.x), static_cast<std::uint16_t>(at.y),
                           static_cast<std::uint16_t>(at.z), static_cast<std::uint8_t>(level)});
      }
  }
  return wishes;
}

// A ball about (0.6, 0.6, 0.6), in a grid that is moved by part of a voxel.
inline OctreeBodyModel ball_model(double radius, const Vec3& off) {
  const double spacing = 1.0 / 24;
  OctreeBodyModel model;
  const GridFrame frame{spacing * (Vec3{0.5, 0.5, 0.5}), spacing, {32, 32, 32}};
  const Vec3 centre = Vec3{0.6, 0.6, 0.6} + spacing * off;
  model.voxels = voxels_inside([=](const Vec3& p) { return distance(p, centre) - radius; }, frame);
  model.materials.base = {1e5, 0.3, 1000};
  model.forces.clear();
  model.adaptive = OctreeAdaptivity{.every = 1, .wait = 2};
  return model;
}

}  // namespace sinew::test
