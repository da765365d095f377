#pragma once

#include <optional>
#include <span>

#include "mesh/disjoint_sets.h"
#include "mesh/surface_mesh.h"

namespace sinew {

// How the triangles of a surface hang together, by vertex numbers alone. Triangles with a repeated corner are
// left out.
struct SurfaceTopology {
  Index vertices = 0;  // used by a triangle
  Index edges = 0;
  Index triangles = 0;
  Index open_edges = 0;            // of one triangle
  Index boundary_loops = 0;        // connected chains of open edges
  Index nonmanifold_edges = 0;     // of three triangles or more
  Index nonmanifold_vertices = 0;  // whose triangles form more than one fan
  Index opposed_edges = 0;         // of two triangles that turn against each other
  Index components = 0;            // of triangles connected through vertices
  Index euler_characteristic = 0;  // vertices - edges + triangles
  bool closed = false;             // every edge has an even number of triangles (and there are some)
  std::optional<Index> genus;      // handles of a closed, manifold, two-sided surface, over all components

  bool edge_manifold() const { return nonmanifold_edges == 0; }
  bool vertex_manifold() const { return nonmanifold_vertices == 0; }
  bool manifold() const { return edge_manifold() && vertex_manifold(); }
  bool oriented() const { return opposed_edges == 0; }

  bool operator==(const SurfaceTopology&) const = default;
};

SurfaceTopology surface_topology(std::span<const Triangle> triangles);

// The component of every vertex, connected through triangles; a vertex that none uses is one of its own.
Components vertex_components(const SurfaceMesh& mesh);

// Whether every edge is run through as often one way as the other (and there are some): the surface then
// bounds a volume, and its winding number is whole everywhere. Much cheaper than the whole topology.
bool is_closed_and_oriented(std::span<const Triangle> triangles);

}  // namespace sinew
