#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew::checks {

// Directed edges that are used twice or whose reverse is missing; none in a closed, oriented, manifold
// surface.
inline Index bad_edges(const SurfaceMesh& mesh) {
  std::vector<std::pair<Index, Index>> edges;
  for (const auto& [a, b, c] : mesh.triangles) edges.insert(edges.end(), {{a, b}, {b, c}, {c, a}});
  std::sort(edges.begin(), edges.end());
  Index bad = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const bool repeated = i > 0 && edges[i] == edges[i - 1];
    const bool paired =
        std::binary_search(edges.begin(), edges.end(), std::pair(edges[i].second, edges[i].first));
    bad += repeated || !paired;
  }
  return bad;
}

// Vertices whose triangles do not form one single fan, unused ones among them.
inline Index bad_vertices(const SurfaceMesh& mesh) {
  std::vector<std::map<Index, Index>> next(mesh.positions.size());  // around v: corner -> following corner
  for (const auto& [a, b, c] : mesh.triangles) next[a][b] = c, next[b][c] = a, next[c][a] = b;
  Index bad = 0;
  for (const auto& link : next) {
    std::size_t steps = 0;
    if (!link.empty()) {
      const Index start = link.begin()->first;
      Index at = start;
      do {
        const auto found = link.find(at);
        if (found == link.end()) break;
        at = found->second;
        ++steps;
      } while (at != start && steps <= link.size());
    }
    bad += link.empty() || steps != link.size();
  }
  return bad;
}

// Handles of a closed surface in one piece, by Euler's formula.
inline Index genus(const SurfaceMesh& mesh) {
  return (2 - mesh.vertex_count() + mesh.triangle_count() / 2) / 2;
}

// In degrees, over all corners of all triangles.
inline double smallest_angle(const SurfaceMesh& mesh) {
  double smallest = 180;
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    const auto c = mesh.corners(t);
    for (int k = 0; k < 3; ++k) {
      const Vec3 u = normalized(c[(k + 1) % 3] - c[k]), v = normalized(c[(k + 2) % 3] - c[k]);
      const double angle = std::atan2(norm(cross(u, v)), dot(u, v)) * 180 / std::numbers::pi;
      smallest = std::min(smallest, angle);
    }
  }
  return smallest;
}

}  // namespace sinew::checks
