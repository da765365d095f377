#include "bench/greens_clusters.h"

#include <functional>
#include <queue>

#include "base/random.h"
#include "mesh/edge_table.h"

namespace sinew {

namespace {

std::vector<std::vector<Index>> neighbours(const SurfaceMesh& surface) {
  const EdgeTable edges(surface.triangles);
  std::vector<std::vector<Index>> lists(surface.positions.size());
  for (Index e = 0; e < edges.edge_count(); ++e) {
    lists[edges.edge(e)[0]].push_back(edges.edge(e)[1]);
    lists[edges.edge(e)[1]].push_back(edges.edge(e)[0]);
  }
  return lists;
}

Vec3 normal_at(const SurfaceMesh& surface, Index vertex) {
  Vec3 sum;
  for (Index t = 0; t < surface.triangle_count(); ++t)
    for (const Index corner : surface.triangles[t])
      if (corner == vertex) sum += surface.area_vector(t);
  return normalized(sum);
}

// Dijkstra's algorithm over the edges, until there are enough free vertices.
std::vector<Index> nearest_free(const ReferenceProblem& problem,
                                const std::vector<std::vector<Index>>& around, Index start,
                                std::size_t count) {
  using Reached = std::pair<double, Index>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> front;
  std::vector<char> done(problem.held.size());
  std::vector<Index> found;
  front.push({0, start});
  while (found.size() < count && !front.empty()) {
    const auto [way, v] = front.top();
    front.pop();
    if (done[v]) continue;
    done[v] = 1;
    if (!problem.held[v]) found.push_back(v);
    for (const Index w : around[v])
      if (!done[w])
        front.push({way + distance(problem.surface.positions[v], problem.surface.positions[w]), w});
  }
  return found;
}

}  // namespace

std::vector<GreensPlace> random_places(const ReferenceProblem& problem, int places, int vertices, int seed) {
  const std::vector<Index> free = free_vertices(problem);
  std::vector<Index> number(problem.held.size(), -1);
  for (std::size_t i = 0; i < free.size(); ++i) number[free[i]] = static_cast<Index>(i);
  const std::vector<std::vector<Index>> around = neighbours(problem.surface);
  Random random(static_cast<std::uint64_t>(seed));
  std::vector<GreensPlace> drawn;
  for (int p = 0; p < places; ++p) {
    const Index start = free[random.below(static_cast<std::uint32_t>(free.size()))];
    drawn.push_back({nearest_free(problem, around, start, static_cast<std::size_t>(vertices)),
                     -normal_at(problem.surface, start)});
    for (Index& v : drawn.back().vertices) v = number[v];
  }
  return drawn;
}

}  // namespace sinew
