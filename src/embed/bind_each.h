#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "sinew/embed/embedding.h"

namespace sinew {

// A place in an element of N nodes.
template <std::size_t N>
struct ElementPlace {
  const std::array<Index, N>& nodes;
  std::array<double, N> weights;
};

// Binds points 0 to count - 1, each to place_of(its number), in parallel.
template <std::size_t N, typename PlaceOf>
Embedding bind_each(std::size_t count, const PlaceOf& place_of) {
  constexpr Index kPoints = 256;  // per parallel chunk
  std::vector<Index> nodes(N * count);
  std::vector<float> weights(N * count);
  parallel_for_each(count, kPoints, [&](Index p) {
    const ElementPlace<N> place = place_of(p);
    for (std::size_t k = 0; k < N; ++k) {
      nodes[N * static_cast<std::size_t>(p) + k] = place.nodes[k];
      weights[N * static_cast<std::size_t>(p) + k] = static_cast<float>(place.weights[k]);
    }
  });
  return embedding_of_rows(N, std::move(nodes), std::move(weights));
}

}  // namespace sinew
