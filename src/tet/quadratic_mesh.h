#pragma once

#include "elastic/quadratic_tetrahedron.h"
#include "mesh/tetrahedron_edges.h"

namespace sinew {

// Tetrahedra of ten nodes. The nodes are those of a mesh, then the middles of its edges: the numbers that
// refine_nested() gives them.
struct QuadraticMesh {
  std::vector<Vec3> positions;  // m
  std::vector<std::array<Index, kQuadraticNodes>> elements;
  std::vector<NodePair> edges;  // the middle of edge e is node corner_count + e
  Index corner_count = 0;

  Index node_count() const { return static_cast<Index>(positions.size()); }
  // The middle of the edge between two corners; -1 if there is no such edge.
  Index middle_of(Index a, Index b) const {
    const Index edge = find_edge(edges, a, b);
    return edge < 0 ? -1 : corner_count + edge;
  }
};

QuadraticMesh make_quadratic_mesh(const VolumeMesh& mesh);

}  // namespace sinew
