#include "haptics/local_response.h"

#include <algorithm>

namespace sinew {

namespace {

bool has_edge(const Triangle& t, Index a, Index b) {
  const auto has = [&](Index v) { return std::ranges::find(t, v) != t.end(); };
  return has(a) && has(b);
}

}  // namespace

void connect(LocalResponse& response) {
  const std::vector<Triangle>& triangles = response.triangles;
  response.first.assign(response.positions.size() + 1, 0);
  for (const Triangle& t : triangles)
    for (const Index v : t) ++response.first[v + 1];
  for (std::size_t v = 1; v < response.first.size(); ++v) response.first[v] += response.first[v - 1];
  response.around.resize(3 * triangles.size());
  std::vector<Index> next(response.first.begin(), response.first.end() - 1);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (const Index v : triangles[t]) response.around[next[v]++] = static_cast<Index>(t);

  response.open_edges.assign(triangles.size(), 0);
  response.is_at_rim.assign(response.positions.size(), 0);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (int c = 0; c < 3; ++c) {
      const Index a = triangles[t][c], b = triangles[t][(c + 1) % 3];
      int count = 0;
      for (Index k = response.first[a]; k < response.first[a + 1]; ++k)
        count += has_edge(triangles[response.around[k]], a, b) ? 1 : 0;
      if (count >= 2) continue;
      response.open_edges[t] = static_cast<std::uint8_t>(response.open_edges[t] | 1 << c);
      response.is_at_rim[a] = response.is_at_rim[b] = 1;
    }
}

}  // namespace sinew
