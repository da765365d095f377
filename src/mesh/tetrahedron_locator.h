#pragma once

#include <array>
#include <span>
#include <vector>

#include "mesh/box_grid.h"
#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// Barycentric coordinates of p; all in [0, 1] if p is inside. The tetrahedron must not be flat.
std::array<double, 4> barycentric(const std::array<Vec3, 4>& corners, const Vec3& p);
// Barycentric coordinates of the projection of p on the triangle's plane.
std::array<double, 3> barycentric(const std::array<Vec3, 3>& corners, const Vec3& p);

// Finds the tetrahedron that contains a point, by a grid of boxes. The mesh must outlive the locator
// unchanged.
class TetrahedronLocator {
 public:
  struct Place {
    Index tetrahedron = -1;  // -1: outside of all
    std::array<double, 4> weights{};
  };

  explicit TetrahedronLocator(const VolumeMesh& mesh);

  // Of several (a point on a shared face) the one with the lowest index. A point counts as inside if no
  // weight is below -tolerance.
  Place find(const Vec3& p, double tolerance = 1e-12) const;

  // Boxes of the grid: a few per tetrahedron, one if there are no tetrahedra.
  std::size_t cell_count() const { return grid_.cell_count(); }

 private:
  const VolumeMesh& mesh_;
  BoxGrid grid_;
};

// The element that contains each point, as TetrahedronLocator::find returns it, in parallel; -1: none.
std::vector<Index> containing_elements(const VolumeMesh& mesh, std::span<const Vec3> points);

// How many of the points lie in no tetrahedron of the mesh; those are listed in `outside` if given.
Index count_outside(const VolumeMesh& mesh, std::span<const Vec3> points,
                    std::vector<Index>* outside = nullptr);

}  // namespace sinew
