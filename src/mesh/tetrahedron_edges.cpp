#include "mesh/tetrahedron_edges.h"

#include <algorithm>

namespace sinew {

std::vector<NodePair> tetrahedron_edges(std::span<const Tetrahedron> tetrahedra) {
  std::vector<NodePair> edges;
  edges.reserve(6 * tetrahedra.size());
  for (const Tetrahedron& t : tetrahedra)
    for (const auto& [a, b] : kTetrahedronEdges) edges.push_back(node_pair(t[a], t[b]));
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

Index find_edge(std::span<const NodePair> edges, Index a, Index b) {
  const NodePair wanted = node_pair(a, b);
  const auto found = std::lower_bound(edges.begin(), edges.end(), wanted);
  return found != edges.end() && *found == wanted ? static_cast<Index>(found - edges.begin()) : -1;
}

}  // namespace sinew
