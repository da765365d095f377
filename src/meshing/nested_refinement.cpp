#include "sinew/meshing/tetrahedra.h"

#include <utility>

#include "mesh/tetrahedron_edges.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

void average_over_edges(Field& field, const std::vector<NodePair>& edges) {
  for (const auto& [a, b] : edges)
    for (int c = 0; c < field.components; ++c)
      field.values.push_back(0.5 * (field.values[std::size_t(a) * field.components + c] +
                                    field.values[std::size_t(b) * field.components + c]));
}

void repeat_for_children(Field& field) {
  std::vector<double> values;
  values.reserve(8 * field.values.size());
  const auto n = static_cast<std::size_t>(field.components);
  for (std::size_t e = 0; e < field.values.size(); e += n)
    for (int child = 0; child < 8; ++child)
      values.insert(values.end(), field.values.begin() + static_cast<std::ptrdiff_t>(e),
                    field.values.begin() + static_cast<std::ptrdiff_t>(e + n));
  field.values = std::move(values);
}

// The octahedron between the midpoints m of the six edges, around its shortest diagonal (m[e], m[5 - e]).
void split_octahedron(VolumeMesh& mesh, const std::array<Index, 6>& m) {
  int axis = 0;
  for (int e = 1; e < 3; ++e)
    if (distance(mesh.positions[m[e]], mesh.positions[m[5 - e]]) <
        distance(mesh.positions[m[axis]], mesh.positions[m[5 - axis]]))
      axis = e;
  const int next = (axis + 1) % 3, last = (axis + 2) % 3;
  const std::array<Index, 4> ring{m[next], m[last], m[5 - next], m[5 - last]};
  for (int r = 0; r < 4; ++r) {
    Tetrahedron child{m[axis], m[5 - axis], ring[r], ring[(r + 1) % 4]};
    const auto& p = mesh.positions;
    if (six_volume(p[child[0]], p[child[1]], p[child[2]], p[child[3]]) < 0) std::swap(child[2], child[3]);
    mesh.tetrahedra.push_back(child);
  }
}

}  // namespace

VolumeMesh refine_nested(const VolumeMesh& mesh) {
  if (mesh.hexahedron_count() > 0)
    throw Error("nested refinement takes tetrahedra only", "", "the mesh holds hexahedra");
  const std::vector<NodePair> edges = tetrahedron_edges(mesh.tetrahedra);
  VolumeMesh fine{mesh.positions, {}, {}, mesh.node_fields, mesh.element_fields};
  for (const auto& [a, b] : edges) fine.positions.push_back(0.5 * (mesh.positions[a] + mesh.positions[b]));
  for (Field& field : fine.node_fields) average_over_edges(field, edges);
  for (Field& field : fine.element_fields) repeat_for_children(field);

  fine.tetrahedra.reserve(8 * mesh.tetrahedra.size());
  for (const Tetrahedron& t : mesh.tetrahedra) {
    std::array<Index, 6> m{};
    for (int e = 0; e < 6; ++e)
      m[e] = mesh.node_count() + find_edge(edges, t[kTetrahedronEdges[e][0]], t[kTetrahedronEdges[e][1]]);
    const auto& [m01, m02, m03, m12, m13, m23] = m;
    fine.tetrahedra.insert(
        fine.tetrahedra.end(),
        {{t[0], m01, m02, m03}, {m01, t[1], m12, m13}, {m02, m12, t[2], m23}, {m03, m13, m23, t[3]}});
    split_octahedron(fine, m);
  }
  return fine;
}

std::vector<VolumeMesh> nested_levels(VolumeMesh coarsest, int refinements) {
  std::vector<VolumeMesh> levels(static_cast<std::size_t>(refinements) + 1);
  levels.back() = std::move(coarsest);
  for (std::size_t l = levels.size() - 1; l > 0; --l) levels[l - 1] = refine_nested(levels[l]);
  return levels;
}

}  // namespace sinew
