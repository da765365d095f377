#pragma once

#include <span>
#include <vector>

#include "linalg/block_vector.h"
#include "octree/grid/octree_grid.h"

namespace sinew {

// The corners of the boundary's voxel faces, which follow the vertices of their partly filled cells: forces on the
// boundary act there, since such cells have no faces where the body ends. They are numbered after the vertices.
struct FacePoints {
  std::vector<std::array<Index, 8>> corners;  // of the cell around each
  std::vector<std::array<double, 8>> weights;
  std::vector<Vec3> rest;  // m, in own axes

  // Sets the values at the points, the last ones of x.
  void follow(std::span<Block3<double>> x) const;
  // Adds the forces on the points to the vertices.
  void hand_on(std::span<Block3<double>> f) const;
};

// The points of all faces of the boundary, and two triangles over them for each end of a cut link that is inside, in
// the order of the links, lower ends first.
FacePoints face_points(const OctreeGrid& grid, std::vector<Triangle>& triangles);

}  // namespace sinew
