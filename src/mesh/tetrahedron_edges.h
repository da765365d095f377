#pragma once

#include <array>
#include <span>
#include <vector>

#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// The corners of a tetrahedron's edges; edges e and 5 - e are opposite.
inline constexpr int kTetrahedronEdges[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

// Two nodes, the smaller number first.
using NodePair = std::array<Index, 2>;
inline NodePair node_pair(Index a, Index b) { return a < b ? NodePair{a, b} : NodePair{b, a}; }

// The edges of all tetrahedra, each once, ascending.
std::vector<NodePair> tetrahedron_edges(std::span<const Tetrahedron> tetrahedra);
// The place of an edge among ascending ones; -1 if it is not there.
Index find_edge(std::span<const NodePair> edges, Index a, Index b);

}  // namespace sinew
