#pragma once

#include <optional>
#include <span>

#include "mesh/disjoint_sets.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// The connectivity of a surface, by vertex indices alone. Triangles with a repeated corner are ignored.
struct SurfaceTopology {
  Index vertices = 0;  // used by a triangle
  Index edges = 0;
  Index triangles = 0;
  Index open_edges = 0;            // of one triangle
  Index boundary_loops = 0;        // connected chains of open edges
  Index nonmanifold_edges = 0;     // of three triangles or more
  Index nonmanifold_vertices = 0;  // whose triangles form more than one fan
  Index opposed_edges = 0;         // of two triangles of opposite orientation
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

// Whether every edge has as many triangles in one direction as in the other (and there are edges): the
// surface then bounds a volume, and its winding number is an integer everywhere. Much cheaper than the whole
// topology.
bool is_closed_and_oriented(std::span<const Triangle> triangles);

}  // namespace sinew
