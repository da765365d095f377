#pragma once

#include "octree/grid/vertices.h"
#include "octree/random_voxels.h"

// Cut octrees for tests, with cells of many sizes.
namespace sinew::test {

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
          if (distance(frame.point(i, j, k), centre) < radius) grid.inside[frame.index(i, j, k)] = 0;
  }
  return grid;
}

// Links that cross the part of a plane within a ball, upwards along their axes.
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
          links.push_back(cut_link(voxel, axis));
      }
    }
  sort_links(links);
  return links;
}

// Cuts all links that cross the plane x = a, in voxels.
inline void cut_across_x(LinkedVoxels& voxels, double a) {
  const Lattice& lattice = voxels.lattice();
  voxels.cut(disc_links(voxels, lattice.origin + lattice.spacing * Vec3{a, 0, 0}, {1, 0, 0}, 1e9));
}

// Cuts along discs in any direction, and single links here and there.
inline void cut_at_random(Random& random, LinkedVoxels& voxels, int discs, int single_links) {
  const Lattice& lattice = voxels.lattice();
  const auto& n = lattice.counts;
  const Vec3 size = lattice.spacing * Vec3{double(n[0]), double(n[1]), double(n[2])};
  for (int disc = 0; disc < discs; ++disc) {
    const Vec3 centre = random.in_box(lattice.origin, lattice.origin + size);
    Vec3 normal = random.in_box({-1, -1, -1}, {1, 1, 1});
    if (random.below(3) == 0) normal = {0, 0, 1};
    const double radius = random.uniform(0.1, 0.7) * size.x;
    for (const double sign : {1.0, -1.0}) voxels.cut(disc_links(voxels, centre, sign * normal, radius));
  }
  for (int link = 0; link < single_links; ++link) {
    const auto below = [&](int axis) {
      return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(n[axis])));
    };
    const std::int32_t x = below(0), y = below(1), z = below(2);
    const std::array<CutLink, 1> single{cut_link({x, y, z}, static_cast<int>(random.below(3)))};
    voxels.cut(single);
  }
}

// A box with holes and cuts, another for every seed.
inline LinkedVoxels cut_box(std::uint64_t seed, Index side = 30) {
  Random random(seed);
  LinkedVoxels voxels(holed_grid(random, side, static_cast<int>(random.below(4))));
  const int discs = static_cast<int>(random.below(4)), single_links = static_cast<int>(random.below(12));
  cut_at_random(random, voxels, discs, single_links);
  return voxels;
}

// Cells may be large at the boundary; some blocks are split at random.
inline RefinementMarks coarse_boundary(const LinkedVoxels& voxels, std::uint64_t seed) {
  Random random(seed);
  RefinementMarks marks;
  marks.coarse_boundary = true;
  for (std::size_t b = 0; b < voxels.bricks().size(); ++b) {
    marks.to_level_0.push_back(random.below(5) == 0 ? std::uint64_t(1) << random.below(64) : 0);
    marks.to_level_1.push_back(static_cast<std::uint8_t>(random.below(3) == 0 ? 1U << random.below(8) : 0U));
    marks.to_level_2.push_back(random.below(3) == 0);
  }
  return marks;
}

struct Octree {
  LinkedVoxels voxels;
  Cells cells;
  Vertices vertices;

  explicit Octree(LinkedVoxels v, int coarsest = 3, const RefinementMarks& marks = {})
      : voxels(std::move(v)),
        cells(balanced_cells(voxels, coarsest, marks)),
        vertices(make_vertices(voxels, cells)) {}
};

inline Octree coarse_octree(std::uint64_t seed, Index side = 30) {
  LinkedVoxels voxels = cut_box(seed, side);
  const RefinementMarks marks = coarse_boundary(voxels, seed);
  return Octree(std::move(voxels), 3, marks);
}

}  // namespace sinew::test
