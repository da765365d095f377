#include "mesh/surface_topology.h"

#include <algorithm>
#include <vector>

#include "mesh/disjoint_sets.h"
#include "mesh/edge_table.h"
#include "mesh/patches.h"

namespace sinew {

namespace {

void count_edges(const EdgeTable& edges, SurfaceTopology& topology) {
  topology.edges = edges.edge_count();
  topology.closed = topology.triangles > 0;
  for (Index e = 0; e < edges.edge_count(); ++e) {
    const auto sides = edges.sides(e);
    topology.open_edges += sides.size() == 1;
    topology.nonmanifold_edges += sides.size() > 2;
    topology.opposed_edges += sides.size() == 2 && sides[0].forward == sides[1].forward;
    if (sides.size() % 2 != 0) topology.closed = false;
  }
}

Index count_components(std::span<const Triangle> triangles, Index vertices) {
  DisjointSets sets(vertices);
  for (const auto& [a, b, c] : triangles) {
    if (has_repeated_corner({a, b, c})) continue;
    sets.unite(a, b);
    sets.unite(a, c);
  }
  std::vector<char> used(vertices, 0);
  for (const Triangle& t : triangles)
    if (!has_repeated_corner(t)) used[sets.find(t[0])] = 1;
  return static_cast<Index>(std::count(used.begin(), used.end(), 1));
}

// Corners are joined into fans across the edges at their vertex; a vertex of several fans is pinched.
void count_fans(std::span<const Triangle> triangles, const EdgeTable& edges, Index vertices,
                SurfaceTopology& topology) {
  DisjointSets corners(static_cast<Index>(3 * triangles.size()));
  for (Index e = 0; e < edges.edge_count(); ++e) {
    auto corner_at = [&](const EdgeTable::Side& side, int end) {
      const bool starts_there = side.forward == (end == 0);
      return 3 * side.triangle + (starts_there ? side.corner : (side.corner + 1) % 3);
    };
    const auto sides = edges.sides(e);
    for (const auto& side : sides)
      for (const int end : {0, 1}) corners.unite(corner_at(sides[0], end), corner_at(side, end));
  }
  std::vector<Index> fans(vertices, 0);
  for (Index t = 0; t < static_cast<Index>(triangles.size()); ++t)
    for (int k = 0; k < 3; ++k)
      if (!has_repeated_corner(triangles[t]) && corners.find(3 * t + k) == 3 * t + k) ++fans[triangles[t][k]];
  for (const Index count : fans) {
    topology.vertices += count > 0;
    topology.nonmanifold_vertices += count > 1;
  }
}

Index count_boundary_loops(const EdgeTable& edges, Index vertices) {
  DisjointSets sets(vertices);
  std::vector<char> on_boundary(vertices, 0);
  for (Index e = 0; e < edges.edge_count(); ++e) {
    if (edges.sides(e).size() != 1) continue;
    const auto& [v, w] = edges.edge(e);
    sets.unite(v, w);
    on_boundary[v] = on_boundary[w] = 1;
  }
  Index loops = 0;
  for (Index v = 0; v < vertices; ++v) loops += on_boundary[v] != 0 && sets.find(v) == v;
  return loops;
}

bool two_sided(std::span<const Triangle> triangles, const EdgeTable& edges) {
  const Patches found = find_patches(triangles, edges);
  return std::all_of(found.patches.begin(), found.patches.end(), [](const auto& p) { return p.orientable; });
}

}  // namespace

SurfaceTopology surface_topology(std::span<const Triangle> triangles) {
  SurfaceTopology topology;
  Index vertices = 0;
  for (const Triangle& t : triangles) {
    topology.triangles += !has_repeated_corner(t);
    vertices = std::max(vertices, *std::max_element(t.begin(), t.end()) + 1);
  }
  const EdgeTable edges(triangles);
  count_edges(edges, topology);
  count_fans(triangles, edges, vertices, topology);
  topology.components = count_components(triangles, vertices);
  topology.boundary_loops = count_boundary_loops(edges, vertices);
  topology.euler_characteristic = topology.vertices - topology.edges + topology.triangles;
  if (topology.closed && topology.manifold() && two_sided(triangles, edges))
    topology.genus = topology.components - topology.euler_characteristic / 2;
  return topology;
}

bool is_closed_and_oriented(std::span<const Triangle> triangles) {
  const EdgeTable edges(triangles);
  for (Index e = 0; e < edges.edge_count(); ++e) {
    int balance = 0;
    for (const EdgeTable::Side& side : edges.sides(e)) balance += side.forward ? 1 : -1;
    if (balance != 0) return false;
  }
  return edges.edge_count() > 0;
}

Components vertex_components(const SurfaceMesh& mesh) {
  DisjointSets sets(mesh.vertex_count());
  for (const auto& [a, b, c] : mesh.triangles) sets.unite(a, b), sets.unite(b, c);
  return sets.components();
}

}  // namespace sinew
