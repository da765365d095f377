#include "mesh/sheet_guess.h"

#include <algorithm>
#include <map>
#include <numbers>
#include <set>

#include "mesh/surface_topology.h"

namespace sinew {

namespace {

// Open edges, by the vertex at which each begins as its triangle runs through it.
using OpenEdges = std::multimap<Index, Index>;

OpenEdges open_edges(const SurfaceMesh& mesh) {
  std::set<std::pair<Index, Index>> all;
  for (const Triangle& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) all.emplace(t[k], t[(k + 1) % 3]);
  OpenEdges open;
  for (const auto& [a, b] : all)
    if (!all.contains({b, a})) open.emplace(a, b);
  return open;
}

// Of each connected part: the length of the longest border. Borders that touch at a vertex are told apart: on
// its way a border is left behind as soon as it comes back to itself.
std::vector<double> longest_borders(const SurfaceMesh& mesh, const Components& parts) {
  std::vector<double> longest(parts.count, 0);
  std::vector<std::size_t> turn_of(mesh.positions.size(), 0);  // in the way, from 1; 0: not in it
  OpenEdges open = open_edges(mesh);
  while (!open.empty()) {
    std::vector<Index> way{open.begin()->first};
    turn_of[way[0]] = 1;
    for (auto next = open.begin(); next != open.end(); next = open.find(way.back())) {
      const Index b = next->second;
      open.erase(next);
      way.push_back(b);
      if (turn_of[b] == 0) {
        turn_of[b] = way.size();
        continue;
      }
      double length = 0;
      for (std::size_t i = turn_of[b]; i < way.size(); ++i) {
        length += distance(mesh.positions[way[i - 1]], mesh.positions[way[i]]);
        if (way[i] != b) turn_of[way[i]] = 0;
      }
      longest[parts.of[b]] = std::max(longest[parts.of[b]], length);
      way.resize(turn_of[b]);
    }
    for (const Index v : way) turn_of[v] = 0;
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
