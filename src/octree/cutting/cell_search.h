#pragma once

#include <optional>

#include "octree/grid/octree_grid.h"
#include "sinew/base/geometry.h"

namespace sinew {

// A point of the material: it stays the same when cells are cut or refined.
struct MaterialPoint {
  LatticePoint voxel;  // inside; at a cut, it says which side the point is on
  Vec3 at;             // in voxels from the lattice's origin; within that voxel
  bool operator==(const MaterialPoint&) const = default;
};

// Finds points of a body by their current positions.
class CellSearch {
 public:
  // Positions of all vertices, m. Refers to both.
  CellSearch(const OctreeGrid& grid, std::span<const Vec3> positions);

  // The point at that place, in the first cell that contains it; empty outside of the body.
  std::optional<MaterialPoint> at(const Vec3& place) const;
  // The centre of a cell near that place: the nearest centre among the cells of the nearest bricks.
  MaterialPoint centre_near(const Vec3& place) const;

  // The current place of a point, m.
  Vec3 place_of(const MaterialPoint& point) const;
  // The bounding box of the body.
  const Box3& box() const { return box_; }
  // Side of a voxel at rest, m.
  double spacing() const { return grid_.voxels.lattice().spacing; }

 private:
  // Calls visit(cell) for the cells of all bricks whose box is wanted.
  template <typename Wanted, typename Visit>
  void for_each_cell(Wanted&& wanted, Visit&& visit) const;
  MaterialPoint point_in(Index cell, const Vec3& local) const;

  const OctreeGrid& grid_;
  std::span<const Vec3> positions_;
  std::vector<Box3> bricks_, groups_;  // groups of consecutive bricks
  Box3 box_;
};

}  // namespace sinew
