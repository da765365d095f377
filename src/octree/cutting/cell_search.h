#pragma once

#include <optional>

#include "base/box3.h"
#include "octree/grid/octree_grid.h"

namespace sinew {

// A point of the material: it stays the same where cells are cut or made finer.
struct MaterialPoint {
  LatticePoint voxel;  // inside; at a cut, this says which side the point is on
  Vec3 at;             // in voxels from the lattice's origin; in that voxel
  bool operator==(const MaterialPoint&) const = default;
};

// Finds the points of a body by where they are now.
class CellSearch {
 public:
  // Of all vertices, m. Both are to outlive the search.
  CellSearch(const OctreeGrid& grid, std::span<const Vec3> positions);

  // What is at that place, of the first cell around it; nothing outside of the body.
  std::optional<MaterialPoint> at(const Vec3& place) const;
  // The centre of a cell near that place: of the bricks whose boxes are nearest, or around it, the nearest
  // one.
  MaterialPoint centre_near(const Vec3& place) const;

  // Where a point is.
  Vec3 place_of(const MaterialPoint& point) const;
  // Around the body.
  const Box3& box() const { return box_; }
  // Side of a voxel at rest, m.
  double spacing() const { return grid_.voxels.lattice().spacing; }

 private:
  // Calls visit(cell) for the cells of bricks whose box is wanted.
  template <typename Wanted, typename Visit>
  void for_each_cell(Wanted&& wanted, Visit&& visit) const;
  MaterialPoint point_in(Index cell, const Vec3& local) const;

  const OctreeGrid& grid_;
  std::span<const Vec3> positions_;
  std::vector<Box3> bricks_, groups_;  // of bricks that follow each other
  Box3 box_;
};

}  // namespace sinew
