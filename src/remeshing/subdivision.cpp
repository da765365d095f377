#include "remeshing/subdivision.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "mesh/edge_table.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

SubdivisionStep subdivide(std::span<const Triangle> triangles, const EdgeTable& edges, Index vertex_count) {
  SubdivisionStep step;
  for (Index e = 0; e < edges.edge_count(); ++e) step.parents.push_back(edges.edge(e));
  step.triangles.reserve(4 * triangles.size());
  for (Index t = 0; t < static_cast<Index>(triangles.size()); ++t) {
    const auto& [a, b, c] = triangles[t];
    if (has_repeated_corner(triangles[t])) throw Error(fmt::format("triangle {} names a vertex twice", t));
    const Index ab = vertex_count + edges.edge_of(t, 0), bc = vertex_count + edges.edge_of(t, 1),
                ca = vertex_count + edges.edge_of(t, 2);
    step.triangles.insert(step.triangles.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {bc, ca, ab}});
  }
  return step;
}

Vec3 sum_of_wings(const SurfaceMesh& surface, std::span<const EdgeTable::Side> sides) {
  Vec3 sum;
  for (const auto& side : sides)
    sum += surface.positions[surface.triangles[side.triangle][(side.corner + 2) % 3]];
  return sum;
}

}  // namespace

SubdivisionStep subdivide(std::span<const Triangle> triangles, Index vertex_count) {
  return subdivide(triangles, EdgeTable(triangles), vertex_count);
}

SurfaceMesh subdivide_midpoint(const SurfaceMesh& surface) {
  SubdivisionStep step = subdivide(surface.triangles, surface.vertex_count());
  SurfaceMesh out{surface.positions, std::move(step.triangles)};
  for (const auto& [u, v] : step.parents)
    out.positions.push_back(0.5 * (surface.positions[u] + surface.positions[v]));
  return out;
}

double loop_neighbour_weight(Index valence) {
  const double c = 3.0 / 8 + std::cos(2 * std::numbers::pi / valence) / 4;
  return (5.0 / 8 - c * c) / valence;
}

// Masks:   odd, inside    1/8 (wings) + 3/8 (ends)     on the boundary   1/2 (ends)
//          even, inside   beta (each neighbour), 1 - n beta              1/8 (boundary neighbours) + 3/4
SurfaceMesh subdivide_loop(const SurfaceMesh& surface) {
  const EdgeTable edges(surface.triangles);
  SubdivisionStep step = subdivide(surface.triangles, edges, surface.vertex_count());
  const Index n = surface.vertex_count();
  std::vector<Vec3> ring(n), boundary_ring(n), odd;
  std::vector<Index> valence(n, 0), boundary_valence(n, 0);
  for (Index e = 0; e < edges.edge_count(); ++e) {
    const auto [u, v] = edges.edge(e);
    const Vec3 p = surface.positions[u], q = surface.positions[v];
    const bool inside = edges.sides(e).size() == 2;
    odd.push_back(inside ? (3.0 / 8) * (p + q) + (1.0 / 8) * sum_of_wings(surface, edges.sides(e))
                         : 0.5 * (p + q));
    ring[u] += q, ring[v] += p, ++valence[u], ++valence[v];
    if (!inside) boundary_ring[u] += q, boundary_ring[v] += p, ++boundary_valence[u], ++boundary_valence[v];
  }

  SurfaceMesh out{surface.positions, std::move(step.triangles)};
  for (Index v = 0; v < n; ++v) {
    Vec3& p = out.positions[v];
    if (boundary_valence[v] == 2) {
      p = 0.75 * p + (1.0 / 8) * boundary_ring[v];
    } else if (boundary_valence[v] == 0 && valence[v] > 0) {
      const double beta = loop_neighbour_weight(valence[v]);
      p = (1 - valence[v] * beta) * p + beta * ring[v];
    }
  }
  out.positions.insert(out.positions.end(), odd.begin(), odd.end());
  return out;
}

}  // namespace sinew
