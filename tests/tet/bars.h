#pragma once

#include "sinew/meshing/tetrahedra.h"

namespace sinew::test {

// Nodes where a predicate of the position holds.
template <typename Predicate>
std::vector<Index> nodes_where(const VolumeMesh& mesh, Predicate&& predicate) {
  std::vector<Index> nodes;
  for (Index v = 0; v < mesh.node_count(); ++v)
    if (predicate(mesh.positions[v])) nodes.push_back(v);
  return nodes;
}

}  // namespace sinew::test
