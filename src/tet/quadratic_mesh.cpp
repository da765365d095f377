#include "tet/quadratic_mesh.h"

namespace sinew {

QuadraticMesh make_quadratic_mesh(const VolumeMesh& mesh) {
  QuadraticMesh quadratic{mesh.positions, {}, tetrahedron_edges(mesh.tetrahedra), mesh.node_count()};
  for (const auto& [a, b] : quadratic.edges)
    quadratic.positions.push_back(0.5 * (mesh.positions[a] + mesh.positions[b]));
  quadratic.elements.reserve(mesh.tetrahedra.size());
  for (const Tetrahedron& t : mesh.tetrahedra) {
    std::array<Index, kQuadraticNodes> nodes{t[0], t[1], t[2], t[3]};
    for (int e = 0; e < 6; ++e)
      nodes[4 + e] = quadratic.middle_of(t[kTetrahedronEdges[e][0]], t[kTetrahedronEdges[e][1]]);
    quadratic.elements.push_back(nodes);
  }
  return quadratic;
}

}  // namespace sinew
