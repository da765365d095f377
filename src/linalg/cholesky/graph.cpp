#include "linalg/cholesky/graph.h"

#include <numeric>

namespace sinew {

Index Graph::total_weight() const { return std::accumulate(weight.begin(), weight.end(), Index(0)); }

Graph graph_of(const BlockPattern& pattern, std::span<const Index> rows, std::vector<Index>& local) {
  for (std::size_t v = 0; v < rows.size(); ++v) local[rows[v]] = static_cast<Index>(v);
  Graph graph;
  graph.start.push_back(0);
  for (const Index row : rows) {
    for (Index at = pattern.row_start[row]; at < pattern.row_start[row + 1]; ++at) {
      const Index other = pattern.column[at];
      if (other != row && local[other] >= 0) graph.neighbour.push_back(local[other]);
    }
    graph.start.push_back(static_cast<Index>(graph.neighbour.size()));
  }
  for (const Index row : rows) local[row] = -1;
  graph.edge_weight.assign(graph.neighbour.size(), 1);
  graph.weight.assign(rows.size(), 1);
  return graph;
}

Graph contracted(const Graph& graph, std::span<const Index> coarse_of, Index count) {
  // The fine vertices of each coarse one, as lists.
  std::vector<Index> first(count, -1), next(graph.size(), -1);
  for (Index v = graph.size() - 1; v >= 0; --v) next[v] = first[coarse_of[v]], first[coarse_of[v]] = v;
  Graph coarse;
  coarse.start.push_back(0);
  coarse.weight.assign(count, 0);
  std::vector<Index> place(count, -1);  // of a neighbour among those of the current vertex
  for (Index c = 0; c < count; ++c) {
    const auto begin = static_cast<Index>(coarse.neighbour.size());
    for (Index v = first[c]; v >= 0; v = next[v]) {
      coarse.weight[c] += graph.weight[v];
      for (Index at = graph.start[v]; at < graph.start[v + 1]; ++at) {
        const Index other = coarse_of[graph.neighbour[at]];
        if (other == c) continue;
        if (place[other] < begin) {
          place[other] = static_cast<Index>(coarse.neighbour.size());
          coarse.neighbour.push_back(other);
          coarse.edge_weight.push_back(0);
        }
        coarse.edge_weight[place[other]] += graph.edge_weight[at];
      }
    }
    coarse.start.push_back(static_cast<Index>(coarse.neighbour.size()));
  }
  return coarse;
}

}  // namespace sinew
