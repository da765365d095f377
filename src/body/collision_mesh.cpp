#include "body/collision_mesh.h"

#include <cmath>

#include "meshing/fitted_mesh.h"

namespace sinew {

CollisionTets fill_with_tetrahedra(const SurfaceMesh& surface) {
  CollisionTets tets{fit_tetrahedra(surface).mesh, {}};
  const std::vector<Vec3>& x = tets.mesh.positions;
  tets.volume.resize(x.size());
  for (const auto& [a, b, c, d] : tets.mesh.tetrahedra) {
    const double quarter = std::abs(dot(x[b] - x[a], cross(x[c] - x[a], x[d] - x[a]))) / 24;
    for (const Index i : {a, b, c, d}) tets.volume[i] += quarter;
  }
  return tets;
}

}  // namespace sinew
