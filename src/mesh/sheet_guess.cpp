#include "mesh/sheet_guess.h"

#include <algorithm>
#include <numbers>

#include "mesh/edge_table.h"
#include "mesh/surface_topology.h"

namespace sinew {

namespace {

// Of each connected part: the length of the longest chain of open edges.
std::vector<double> longest_borders(const SurfaceMesh& mesh, const Components& parts) {
  const EdgeTable table(mesh.triangles);
  const auto is_open = [&](Index e) { return table.sides(e).size() == 1; };
  DisjointSets chains(static_cast<Index>(mesh.positions.size()));
  for (Index e = 0; e < table.edge_count(); ++e)
    if (is_open(e)) chains.unite(table.edge(e)[0], table.edge(e)[1]);
  std::vector<double> length(mesh.positions.size(), 0), longest(parts.count, 0);
  for (Index e = 0; e < table.edge_count(); ++e) {
    if (!is_open(e)) continue;
    const auto [a, b] = table.edge(e);
    double& of_chain = length[chains.find(a)];
    of_chain += distance(mesh.positions[a], mesh.positions[b]);
    longest[parts.of[a]] = std::max(longest[parts.of[a]], of_chain);
  }
  return longest;
}

}  // namespace

bool is_sheet(const SurfaceMesh& mesh) {
  const Components parts = vertex_components(mesh);
  std::vector<double> area(parts.count, 0);
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    area[parts.of[mesh.triangles[t][0]]] += 0.5 * norm(cross(b - a, c - a));
  }
  const std::vector<double> border = longest_borders(mesh, parts);
  double of_sheets = 0, all = 0;
  for (Index p = 0; p < parts.count; ++p) {
    all += area[p];
    if (border[p] * border[p] > 2 * std::numbers::pi * area[p]) of_sheets += area[p];
  }
  return of_sheets > 0.5 * all;
}

}  // namespace sinew
