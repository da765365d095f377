#include "render/engine/surface_geometry.h"

#include <cmath>

#include "mesh/disjoint_sets.h"
#include "mesh/edge_table.h"

namespace sinew {

namespace {

std::int32_t cut_of(const FrameSurface& surface, Index triangle) {
  return surface.cuts.empty() ? 0 : surface.cuts[triangle];
}

// Whether shading goes on across the edge between two triangles.
bool is_smooth(const FrameSurface& surface, const EdgeTable::Side& a, const EdgeTable::Side& b,
               double least_cosine) {
  if (a.forward == b.forward || cut_of(surface, a.triangle) != cut_of(surface, b.triangle)) return false;
  const Vec3 n = normalized(surface.mesh.area_vector(a.triangle));
  const Vec3 m = normalized(surface.mesh.area_vector(b.triangle));
  return dot(n, m) >= least_cosine;
}

// Corner k of triangle t has the number 3 t + k. Corners of one vertex in one smooth part are one component.
Components smooth_parts(const FrameSurface& surface, double crease) {
  const auto& triangles = surface.mesh.triangles;
  const EdgeTable edges(triangles);
  const double least_cosine = std::cos(crease);
  DisjointSets corners(3 * static_cast<Index>(triangles.size()));
  for (Index e = 0; e < edges.edge_count(); ++e) {
    const auto sides = edges.sides(e);
    if (sides.size() != 2 || !is_smooth(surface, sides[0], sides[1], least_cosine)) continue;
    // The sides run against each other: the end of one is the beginning of the other.
    auto begin = [](const EdgeTable::Side& s) { return 3 * s.triangle + s.corner; };
    auto end = [](const EdgeTable::Side& s) { return 3 * s.triangle + (s.corner + 1) % 3; };
    corners.unite(begin(sides[0]), end(sides[1]));
    corners.unite(end(sides[0]), begin(sides[1]));
  }
  return corners.components();
}

// Sorts the opposite edges of all corners by their vertex.
void add_rings(SurfaceGeometry& geometry) {
  geometry.ring_start.assign(geometry.source.size() + 1, 0);
  for (const Triangle& t : geometry.triangles)
    for (const Index v : t) ++geometry.ring_start[v + 1];
  for (std::size_t v = 0; v < geometry.source.size(); ++v)
    geometry.ring_start[v + 1] += geometry.ring_start[v];
  geometry.ring.resize(2 * static_cast<std::size_t>(geometry.ring_start.back()));
  std::vector<std::uint32_t> next(geometry.ring_start.begin(), geometry.ring_start.end() - 1);
  for (const Triangle& t : geometry.triangles)
    for (int k = 0; k < 3; ++k) {
      const std::size_t at = 2 * static_cast<std::size_t>(next[t[k]]++);
      geometry.ring[at] = static_cast<std::uint32_t>(t[(k + 1) % 3]);
      geometry.ring[at + 1] = static_cast<std::uint32_t>(t[(k + 2) % 3]);
    }
}

}  // namespace

SurfaceGeometry surface_geometry(const FrameSurface& surface, double crease) {
  const auto& triangles = surface.mesh.triangles;
  const Components parts = smooth_parts(surface, crease);
  SurfaceGeometry geometry;
  geometry.source.resize(static_cast<std::size_t>(parts.count));
  geometry.cut.assign(static_cast<std::size_t>(parts.count), 0);
  geometry.triangles.resize(triangles.size());
  for (Index t = 0; t < static_cast<Index>(triangles.size()); ++t)
    for (int k = 0; k < 3; ++k) {
      const Index vertex = parts.of[3 * t + k];
      geometry.source[vertex] = triangles[t][k];
      geometry.cut[vertex] = cut_of(surface, t);
      geometry.triangles[t][k] = vertex;
    }
  add_rings(geometry);
  return geometry;
}

}  // namespace sinew
