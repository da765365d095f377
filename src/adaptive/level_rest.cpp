#include "adaptive/level_rest.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "adaptive/free_frequencies.h"
#include "adaptive/level_figures.h"
#include "embed/binding.h"
#include "linalg/dense_algebra.h"
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

std::vector<Index> parents_of(std::span<const ElementRow> up, std::span<const Vec3> places,
                              std::span<const Vec3> coarse) {
  std::vector<Index> parent;
  for (std::size_t n = 0; n < up.size(); ++n)
    parent.push_back(*std::ranges::min_element(
        up[n].node, {}, [&](Index N) { return std::pair(distance(coarse[N], places[n]), N); }));
  return parent;
}

// By moving least squares: weights c_n = g_n (1, x_n - x) . a that give every affine field its value at x, with the
// smallest sum of c_n^2 / g_n. g falls with the distance.
NodeLists<WeightedNode> rows_down(std::span<const Vec3> fine, std::span<const Index> parent,
                                  const ElasticRest& coarse) {
  std::vector<std::vector<Index>> children(coarse.positions.size());
  for (std::size_t n = 0; n < parent.size(); ++n) children[parent[n]].push_back(static_cast<Index>(n));
  NodeLists<WeightedNode> down;
  for (Index N = 0; N < coarse.node_count(); ++N) {
    const Vec3& place = coarse.positions[N];
    const Index first = coarse.pattern.row_start[N], last = coarse.pattern.row_start[N + 1];
    double reach = 0;
    std::vector<Index> near;
    for (Index at = first; at < last; ++at) {
      const Index other = coarse.pattern.column[at];
      reach += squared_norm(coarse.positions[other] - place) / (last - first);
      near.insert(near.end(), children[other].begin(), children[other].end());
    }
    std::ranges::sort(near);
    std::vector<double> importance;
    DenseColumns sum(4, 4);
    const auto offset = [&](Index n) {
      const Vec3 x = fine[n] - place;
      return std::array<double, 4>{1, x.x, x.y, x.z};
    };
    for (const Index n : near) {
      const double nearness = 1 / (squared_norm(fine[n] - place) / reach + 0.05);
      importance.push_back(nearness * nearness);
      const std::array<double, 4> o = offset(n);
      for (Index i = 0; i < 4; ++i)
        for (Index j = 0; j < 4; ++j) sum(i, j) += importance.back() * o[i] * o[j];
    }
    const std::vector<double> a = solved_by_rank(sum, std::array<double, 4>{1, 0, 0, 0});
    for (std::size_t k = 0; k < near.size(); ++k) {
      const std::array<double, 4> o = offset(near[k]);
      down.list.push_back({near[k], importance[k] * std::inner_product(o.begin(), o.end(), a.begin(), 0.0)});
    }
    down.start.push_back(static_cast<Index>(down.list.size()));
  }
  return down;
}

std::vector<HeldElement> held_elements(const VolumeMesh& mesh, const ElasticRest& rest,
                                       std::span<const Vec3> held) {
  std::map<std::array<Index, 4>, std::vector<std::array<double, 4>>> weights;
  for (const ElementRow& row : rows_in(mesh, held)) weights[row.node].push_back(row.weight);
  std::vector<HeldElement> elements;
  for (const auto& entry : weights) {
    const std::array<Index, 4>& nodes = entry.first;
    const std::vector<std::array<double, 4>>& within = entry.second;
    const auto corners = rest.stars[nodes[0]];
    const auto found = std::ranges::find_if(corners, [&](const ElementStars::Corner& corner) {
      return std::ranges::equal(rest.stars.element(corner.element), nodes);
    });
    HeldElement& element = elements.emplace_back(HeldElement{found->element, nodes});
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        for (const std::array<double, 4>& p : within)
          element.together[i][j] += p[i] * p[j] / static_cast<double>(within.size());
        element.place[i][j] = rest.pattern.find(nodes[i], nodes[j]);
      }
  }
  return elements;
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
    rest.levels.emplace_back().elements = l == 0 ? make_elastic_rest(meshes[l], materials, held_nodes)
                                                 : make_elastic_rest(meshes[l], materials.first(1), {});
  rest.size = bounding_box(rest.finest().elements.positions).diagonal();
  rest.levels[0].masses = lumped_masses(rest.finest().elements);
  const double mass = std::accumulate(rest.levels[0].masses.begin(), rest.levels[0].masses.end(), 0.0);
  const VolumeMesh finest = mesh_of(rest.finest().elements);
  std::vector<Vec3> held;
  for (Index n = 0; n < rest.finest().node_count(); ++n)
    if (rest.finest().elements.held[n] != 0) held.push_back(finest.positions[n]);
  for (std::size_t l = 1; l < meshes.size(); ++l) {
    LevelRest &from = rest.levels[l - 1], &to = rest.levels[l];
    const VolumeMesh coarse = mesh_of(to.elements);
    to.masses = set_figures(finest, rest.finest().elements.elements, mass, coarse, to.elements.elements);
    from.up = rows_in(coarse, from.elements.positions);
    from.moved = transposed_rows(from.up, to.node_count());
    from.parent = parents_of(from.up, from.elements.positions, coarse.positions);
    from.down = rows_down(from.elements.positions, from.parent, to.elements);
    to.held_elements = held_elements(coarse, to.elements, held);
  }
  match_frequencies(rest);
  return rest;
}

void set_materials(AdaptiveRest& rest, const std::vector<Material>& materials) {
  set_materials(rest.levels[0].elements, materials);
  rest.levels[0].masses = lumped_masses(rest.finest().elements);
  const std::vector<double>& masses = rest.finest().masses;
  const double mass = std::accumulate(masses.begin(), masses.end(), 0.0);
  const VolumeMesh finest = mesh_of(rest.finest().elements);
  for (int l = 1; l < rest.count(); ++l) {
    LevelRest& level = rest.levels[l];
    level.masses = set_figures(finest, rest.finest().elements.elements, mass, mesh_of(level.elements),
                               level.elements.elements);
  }
  match_frequencies(rest);
}

}  // namespace sinew
