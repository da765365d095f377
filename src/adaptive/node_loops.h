#pragma once

#include <functional>

#include "adaptive/level_rest.h"
#include "base/parallel.h"

namespace sinew {

// Nodes per chunk of a parallel loop: fewer run on one thread.
inline constexpr Index kListedNodes = 256;

// Calls act(node) for each of the nodes; it may write what belongs to its node.
template <typename Act>
void for_each_of(std::span<const Index> nodes, const Act& act) {
  parallel_for_each(nodes.size(), kListedNodes, [&](Index i) { act(nodes[i]); });
}

// The sum of f(node), with the same bits for any number of threads.
template <typename F>
double sum_over(std::span<const Index> nodes, const F& f) {
  return parallel_reduce(
      static_cast<Index>(nodes.size()), kListedNodes, 0.0,
      [&](Index begin, Index end) {
        double sum = 0;
        for (Index i = begin; i < end; ++i) sum += f(nodes[i]);
        return sum;
      },
      std::plus<>());
}

// What a point has by its corners.
inline Vec3 interpolated(const ElementRow& row, std::span<const Block3<double>> x) {
  Vec3 sum;
  for (int k = 0; k < 4; ++k) sum += row.weight[k] * to_vec3(x[row.node[k]]);
  return sum;
}

inline Vec3 interpolated(std::span<const WeightedNode> row, std::span<const Block3<double>> x) {
  Vec3 sum;
  for (const auto& [node, weight] : row) sum += weight * to_vec3(x[node]);
  return sum;
}

}  // namespace sinew
