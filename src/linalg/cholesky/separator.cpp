#include "linalg/cholesky/separator.h"

#include <algorithm>

namespace sinew {

namespace {

constexpr Index kCoarsest = 100;   // vertices that are parted directly
constexpr double kLargest = 0.58;  // a part's share of the weight, at most

Index limit_of(const Graph& graph) { return static_cast<Index>(kLargest * graph.total_weight()); }

// Vertices merged in pairs: each with the neighbour that it shares most edges with, the lightest of those.
struct Matching {
  std::vector<Index> coarse_of;
  Index count = 0;
};

Matching heavy_edge_matching(const Graph& graph) {
  const Index heaviest = std::max<Index>(2, 3 * graph.total_weight() / (2 * kCoarsest));
  Matching matching;
  matching.coarse_of.assign(graph.size(), -1);
  for (Index v = 0; v < graph.size(); ++v) {
    if (matching.coarse_of[v] >= 0) continue;
    Index mate = -1, most = 0;
    for (Index at = graph.start[v]; at < graph.start[v + 1]; ++at) {
      const Index u = graph.neighbour[at];
      if (matching.coarse_of[u] >= 0 || graph.weight[u] + graph.weight[v] > heaviest) continue;
      const bool better = graph.edge_weight[at] > most ||
                          (graph.edge_weight[at] == most && graph.weight[u] < graph.weight[mate]);
      if (better) mate = u, most = graph.edge_weight[at];
    }
    if (mate >= 0) matching.coarse_of[mate] = matching.count;
    matching.coarse_of[v] = matching.count++;
  }
  return matching;
}

// Vertices in breadth-first order from one of them; other components follow.
std::vector<Index> breadth_first(const Graph& graph, Index from) {
  std::vector<Index> order{from};
  std::vector<char> seen(graph.size(), 0);
  seen[from] = 1;
  Index unseen = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (const Index u : graph.neighbours(order[k]))
      if (seen[u] == 0) seen[u] = 1, order.push_back(u);
    if (k + 1 < order.size()) continue;
    while (unseen < graph.size() && seen[unseen] != 0) ++unseen;
    if (unseen < graph.size()) seen[unseen] = 1, order.push_back(unseen);
  }
  return order;
}

// The first half of that order is one part; those of it that touch the other half are the separator.
std::vector<Side> grown_from(const Graph& graph, Index seed) {
  std::vector<Side> sides(graph.size(), kRight);
  const Index half = graph.total_weight() / 2;
  Index weight = 0;
  for (const Index v : breadth_first(graph, seed)) {
    if (weight >= half) break;
    sides[v] = kLeft;
    weight += graph.weight[v];
  }
  for (Index v = 0; v < graph.size(); ++v) {
    if (sides[v] != kLeft) continue;
    for (const Index u : graph.neighbours(v))
      if (sides[u] == kRight) sides[v] = kBetween;
  }
  return sides;
}

// The best of several starts: evenly drawn vertices, and those farthest from them.
std::vector<Side> part_directly(const Graph& graph) {
  constexpr Index kStarts = 8;
  std::vector<Side> best;
  SideWeights least;
  for (Index start = 0; start < kStarts; ++start) {
    Index seed = static_cast<Index>(static_cast<long>(start) * graph.size() / kStarts);
    if (start % 2 != 0) seed = breadth_first(graph, seed).back();
    std::vector<Side> sides = grown_from(graph, seed);
    refine_separator(graph, limit_of(graph), sides);
    const SideWeights weights = side_weights(graph, sides);
    if (best.empty() || weights.better_than(least)) best = std::move(sides), least = weights;
  }
  return best;
}

}  // namespace

std::vector<Side> find_separator(const Graph& graph) {
  if (graph.size() <= kCoarsest) return part_directly(graph);
  const Matching matching = heavy_edge_matching(graph);
  if (matching.count > 0.9 * graph.size()) return part_directly(graph);
  const std::vector<Side> coarse = find_separator(contracted(graph, matching.coarse_of, matching.count));
  std::vector<Side> sides(graph.size());
  for (Index v = 0; v < graph.size(); ++v) sides[v] = coarse[matching.coarse_of[v]];
  refine_separator(graph, limit_of(graph), sides);
  return sides;
}

}  // namespace sinew
