#include "adaptive/node_forest.h"

#include <algorithm>

namespace sinew {

namespace {

std::span<const Index> ring(const LevelRest& level, Index node) {
  const BlockPattern& pattern = level.elements.pattern;
  return std::span(pattern.column)
      .subspan(pattern.row_start[node], pattern.row_start[node + 1] - pattern.row_start[node]);
}

NodeLists<Index> lists_of(std::vector<std::vector<Index>>& lists) {
  NodeLists<Index> result;
  for (std::vector<Index>& list : lists) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    result.list.insert(result.list.end(), list.begin(), list.end());
    result.start.push_back(static_cast<Index>(result.list.size()));
  }
  return result;
}

NodeLists<Index> children_of(std::span<const Index> parent, Index parents) {
  std::vector<std::vector<Index>> lists(parents);
  for (std::size_t n = 0; n < parent.size(); ++n) lists[parent[n]].push_back(static_cast<Index>(n));
  return lists_of(lists);
}

// `finer` is the level below, with its parents; null for the finest level.
NodeLists<Index> cascade_of(const LevelRest& level, const LevelRest* finer,
                            std::span<const Index> parent_of_finer, const NodeLists<Index>& children) {
  std::vector<std::vector<Index>> lists(level.node_count());
  const auto join = [&](Index a, Index b) {
    if (a == b) return;
    lists[a].push_back(b), lists[b].push_back(a);
  };
  for (Index N = 0; N < level.node_count(); ++N) {
    for (const Index other : ring(level, N)) join(N, other);
    if (finer == nullptr) continue;
    for (const Index child : children[N])
      for (const Index k : ring(*finer, child))
        for (const Index corner : finer->up[k].node) join(N, corner);
    for (const auto& [q, weight] : finer->down[N]) join(N, parent_of_finer[q]);
  }
  return lists_of(lists);
}

}  // namespace

NodeForest make_node_forest(const AdaptiveRest& rest) {
  NodeForest forest;
  forest.levels.resize(rest.count());
  for (int l = 0; l + 1 < rest.count(); ++l) {
    const std::vector<Index>& parent = forest.levels[l].parent = rest.levels[l].parent;
    forest.levels[l + 1].children = children_of(parent, rest.levels[l + 1].node_count());
  }
  forest.levels[0].children.start.assign(rest.finest().node_count() + 1, 0);
  for (int l = 0; l < rest.count(); ++l)
    forest.levels[l].cascade =
        cascade_of(rest.levels[l], l > 0 ? &rest.levels[l - 1] : nullptr,
                   l > 0 ? std::span<const Index>(forest.levels[l - 1].parent) : std::span<const Index>(),
                   forest.levels[l].children);
  return forest;
}

}  // namespace sinew
