#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// Points by the cubes of space that they are in, in a hash table: after [Teschner et al., Optimized Spatial Hashing for
// Collision Detection of Deformable Objects, 2003]. Unlike there, entries know their cube, so that a box meets each
// point once though two of its cubes may share a place of the table.
class PointHash {
 public:
  // Replaces the points. `side`: of the cubes, m; about that of the boxes that will be asked for.
  void fill(std::span<const Vec3> points, double side);
  // Calls visit(point) for each point within the box, in an order that depends on the points alone.
  template <typename Visit>
  void for_each_in(const Box3& box, Visit&& visit) const;

 private:
  using Cube = std::array<std::int32_t, 3>;
  struct Entry {
    Cube cube;
    Index point;
  };

  Cube cube_of(const Vec3& p) const;
  std::size_t place_of(const Cube& cube) const;
  static bool has_more_cubes(const Cube& low, const Cube& high, std::size_t than);

  std::span<const Vec3> points_;
  double per_metre_ = 1;
  std::vector<Index> start_;    // of each place of the table, and one more; a power of two of them
  std::vector<Entry> entries_;  // by place
};

// A point that is inside of a tetrahedron: the sum of its corners by these weights.
struct PointInside {
  Index point, tetrahedron;
  std::array<double, 4> weight;
};

// Replaces `found` by the points that are inside of a tetrahedron or on its boundary, ascending; of several
// tetrahedra around a point, the first one. Flat ones have no inside.
void find_points_inside(const PointHash& hash, std::span<const Vec3> points, std::span<const Vec3> corners,
                        std::span<const Tetrahedron> tetrahedra, std::vector<PointInside>& found);

template <typename Visit>
void PointHash::for_each_in(const Box3& box, Visit&& visit) const {
  const Cube low = cube_of(box.lower), high = cube_of(box.upper);
  const auto visit_inside = [&](const Entry& entry) {
    if (box.contains(points_[entry.point])) visit(entry.point);
  };
  if (has_more_cubes(low, high, entries_.size())) {
    for (const Entry& entry : entries_) visit_inside(entry);
    return;
  }
  Cube cube;
  for (cube[2] = low[2]; cube[2] <= high[2]; ++cube[2])
    for (cube[1] = low[1]; cube[1] <= high[1]; ++cube[1])
      for (cube[0] = low[0]; cube[0] <= high[0]; ++cube[0]) {
        const std::size_t place = place_of(cube);
        for (Index k = start_[place]; k < start_[place + 1]; ++k)
          if (entries_[k].cube == cube) visit_inside(entries_[k]);
      }
}

}  // namespace sinew
