#pragma once

#include <span>
#include <vector>

#include "octree/grid/lattice.h"

namespace sinew {

// From the lowest to the highest cube of the dual grid that something may reach.
struct CubeRange {
  LatticePoint lower, upper;
};

// Lists of the triangles that may reach each cube.
class TrianglesByCube {
 public:
  // `ranges`: per triangle. Only bricks of cubes that the triangles `among` reach have lists.
  TrianglesByCube(const Lattice& lattice, std::span<const CubeRange> ranges, std::span<const Index> among);

  // Calls visit(list) for the cubes of a range that have lists.
  template <typename F>
  void for_each_list(const CubeRange& range, F&& visit) const {
    for_each_cube(range, [&](const LatticePoint& cube) {
      if (const Index list = list_of(cube); list >= 0) visit(list);
    });
  }
  // Ascending.
  std::span<const Index> list(Index number) const {
    return std::span(triangles_).subspan(first_[number], first_[number + 1] - first_[number]);
  }

 private:
  static constexpr Index kCubes = kBrickSide * kBrickSide * kBrickSide;

  Index place_of(LatticePoint cube) const;
  Index list_of(const LatticePoint& cube) const;

  template <typename F>
  static void for_each_cube(const CubeRange& range, F&& visit) {
    for (std::int32_t z = range.lower.z; z <= range.upper.z; ++z)
      for (std::int32_t y = range.lower.y; y <= range.upper.y; ++y)
        for (std::int32_t x = range.lower.x; x <= range.upper.x; ++x) visit(LatticePoint{x, y, z});
  }

  LatticePoint counts_;       // of bricks, with one more on all sides
  std::vector<Index> brick_;  // per place; -1: none
  std::vector<Index> first_;  // per cube of the bricks, into triangles_
  std::vector<Index> triangles_;
};

}  // namespace sinew
