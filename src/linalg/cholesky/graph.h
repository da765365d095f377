#pragma once

#include <span>
#include <vector>

#include "linalg/block_matrix.h"

namespace sinew {

// An undirected graph with weights: the block rows of a matrix and their couplings, or groups of them.
struct Graph {
  std::vector<Index> start;      // vertices + 1
  std::vector<Index> neighbour;  // each edge twice, no loops
  std::vector<Index> edge_weight;
  std::vector<Index> weight;  // per vertex

  Index size() const { return static_cast<Index>(weight.size()); }
  std::span<const Index> neighbours(Index v) const {
    return std::span(neighbour).subspan(start[v], start[v + 1] - start[v]);
  }
  Index total_weight() const;
};

// The graph of the given rows, numbered as they are listed. `local` is scratch memory: one number per row
// of the pattern, -1 before and after.
Graph graph_of(const BlockPattern& pattern, std::span<const Index> rows, std::vector<Index>& local);

// Vertices become those of a coarser graph: coarse_of[v] in [0, count), each of weight the sum of its own.
Graph contracted(const Graph& graph, std::span<const Index> coarse_of, Index count);

}  // namespace sinew
