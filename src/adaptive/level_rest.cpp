#include "adaptive/level_rest.h"

#include <algorithm>
#include <numeric>

#include "adaptive/free_frequencies.h"
#include "adaptive/level_figures.h"
#include "embed/binding.h"
#include "mesh/tetrahedron_locator.h"
#include "tet/elastic_assembly.h"

namespace sinew {

namespace {

// The mesh with the nodes numbered as the level has them.
VolumeMesh mesh_of(const ElasticRest& rest) {
  VolumeMesh mesh;
  mesh.positions = rest.positions;
  for (Index e = 0; e < rest.element_count(); ++e) {
    const auto nodes = rest.stars.element(e);
    mesh.tetrahedra.push_back({nodes[0], nodes[1], nodes[2], nodes[3]});
  }
  return mesh;
}

std::vector<ElementRow> rows_in(const VolumeMesh& mesh, std::span<const Vec3> points) {
  const Embedding bound = bind_to_tetrahedra(mesh, points);
  std::vector<ElementRow> rows(points.size());
  for (Index p = 0; p < bound.point_count(); ++p) {
    ElementRow& row = rows[p];
    std::array<Vec3, 4> corners;
    std::ranges::copy(bound.nodes(p), row.node.begin());
    for (int k = 0; k < 4; ++k) corners[k] = mesh.positions[row.node[k]];
    row.weight = barycentric(corners, points[p]);
  }
  return rows;
}

NodeLists<WeightedNode> transposed_rows(std::span<const ElementRow> rows, Index coarse_nodes) {
  NodeLists<WeightedNode> moved;
  moved.start.assign(coarse_nodes + 1, 0);
  for (const ElementRow& row : rows)
    for (const Index n : row.node) ++moved.start[n + 1];
  for (Index n = 0; n < coarse_nodes; ++n) moved.start[n + 1] += moved.start[n];
  moved.list.resize(4 * rows.size());
  std::vector<Index> next(moved.start.begin(), moved.start.end() - 1);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (int k = 0; k < 4; ++k)
      moved.list[next[rows[i].node[k]]++] = {static_cast<Index>(i), rows[i].weight[k]};
  return moved;
}

// Of the finest level: rounded as `tet` has them.
std::vector<double> lumped_masses(const ElasticRest& rest) {
  const std::vector<float> matrix = mass_matrix(rest, true);
  std::vector<double> masses;
  for (const Index at : rest.pattern.diagonal) masses.push_back(matrix[at]);
  return masses;
}

}  // namespace

AdaptiveRest make_adaptive_rest(std::span<const VolumeMesh> meshes, std::span<const Material> materials,
                                std::span<const Index> held_nodes) {
  AdaptiveRest rest;
  for (std::size_t l = 0; l < meshes.size(); ++l)
    rest.levels.push_back({l == 0 ? make_elastic_rest(meshes[l], materials, held_nodes)
                                  : make_elastic_rest(meshes[l], materials.first(1), {}),
                           {},
                           {},
                           {},
                           {}});
  rest.size = bounding_box(rest.finest().elements.positions).diagonal();
  rest.levels[0].masses = lumped_masses(rest.finest().elements);
  const double mass = std::accumulate(rest.levels[0].masses.begin(), rest.levels[0].masses.end(), 0.0);
  const VolumeMesh finest = mesh_of(rest.finest().elements);
  VolumeMesh fine = finest;
  for (std::size_t l = 1; l < meshes.size(); ++l) {
    LevelRest &from = rest.levels[l - 1], &to = rest.levels[l];
    const VolumeMesh coarse = mesh_of(to.elements);
    to.masses = set_figures(finest, rest.finest().elements.elements, mass, coarse, to.elements.elements);
    from.up = rows_in(coarse, from.elements.positions);
    from.moved = transposed_rows(from.up, to.node_count());
    from.down = rows_in(fine, to.elements.positions);
    fine = coarse;
  }
  match_frequencies(rest);
  return rest;
}

}  // namespace sinew
