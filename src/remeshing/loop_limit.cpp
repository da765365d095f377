#include "remeshing/loop_limit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mesh/edge_table.h"
#include "mesh/vertex_stars.h"
#include "remeshing/subdivision.h"

namespace sinew {

namespace {

// Terms are collected first and merged at the end.
void add(ControlSum& sum, double factor, const ControlSum& term) {
  for (const auto& [control, weight] : term) sum.emplace_back(control, factor * weight);
}

void merge(ControlSum& sum) {
  std::stable_sort(sum.begin(), sum.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::size_t last = 0;
  for (std::size_t k = 1; k < sum.size(); ++k) {
    if (sum[k].first == sum[last].first)
      sum[last].second += sum[k].second;
    else
      sum[++last] = sum[k];
  }
  sum.resize(std::min(sum.size(), last + 1));
}

// The neighbours of a vertex, counter-clockwise seen from outside; its triangles are one fan.
std::vector<Index> ring_of(std::span<const Triangle> triangles, std::span<const Index> star, Index vertex) {
  std::vector<std::array<Index, 2>> sides;
  for (const Index t : star) {
    const auto at = std::find(triangles[t].begin(), triangles[t].end(), vertex) - triangles[t].begin();
    sides.push_back({triangles[t][(at + 1) % 3], triangles[t][(at + 2) % 3]});
  }
  std::vector<Index> ring;
  Index next = sides.front()[0];
  for (std::size_t k = 0; k < sides.size(); ++k) {
    ring.push_back(next);
    next = (*std::find_if(sides.begin(), sides.end(), [&](const auto& side) { return side[0] == next; }))[1];
  }
  return ring;
}

}  // namespace

ControlMesh own_control(std::span<const Triangle> triangles, Index vertex_count) {
  ControlMesh mesh{{}, {triangles.begin(), triangles.end()}};
  for (Index v = 0; v < vertex_count; ++v) mesh.vertices.push_back({{v, 1.0}});
  return mesh;
}

// The masks inside of subdivide_loop (remeshing/subdivision.h), on sums instead of positions.
ControlMesh subdivide_loop(const ControlMesh& mesh) {
  const EdgeTable edges(mesh.triangles);
  const auto old_count = static_cast<Index>(mesh.vertices.size());
  ControlMesh fine{std::vector<ControlSum>(old_count), subdivide(mesh.triangles, old_count).triangles};
  std::vector<Index> valence(old_count, 0);
  for (Index e = 0; e < edges.edge_count(); ++e)
    for (const Index end : edges.edge(e)) ++valence[end];
  for (Index v = 0; v < old_count; ++v)
    add(fine.vertices[v], 1 - valence[v] * loop_neighbour_weight(valence[v]), mesh.vertices[v]);
  for (Index e = 0; e < edges.edge_count(); ++e) {
    const auto [u, v] = edges.edge(e);
    add(fine.vertices[u], loop_neighbour_weight(valence[u]), mesh.vertices[v]);
    add(fine.vertices[v], loop_neighbour_weight(valence[v]), mesh.vertices[u]);
    ControlSum odd;
    add(odd, 3.0 / 8, mesh.vertices[u]);
    add(odd, 3.0 / 8, mesh.vertices[v]);
    for (const auto& side : edges.sides(e))
      add(odd, 1.0 / 8, mesh.vertices[mesh.triangles[side.triangle][(side.corner + 2) % 3]]);
    fine.vertices.push_back(std::move(odd));
  }
  for (ControlSum& sum : fine.vertices) merge(sum);
  return fine;
}

// With n neighbours q_i, in order, and b = loop_neighbour_weight(n) [Loop 1987]:
//   point    (1 - n w) v + w sum q_i,    w = 1 / (3 / (8 b) + n)
//   tangents   sum cos(2 pi i / n) q_i,   sum sin(2 pi i / n) q_i
std::vector<LoopLimit> loop_limits(const ControlMesh& mesh) {
  const auto count = static_cast<Index>(mesh.vertices.size());
  const VertexStars stars(mesh.triangles, count);
  std::vector<LoopLimit> limits(count);
  for (Index v = 0; v < count; ++v) {
    const std::vector<Index> ring = ring_of(mesh.triangles, stars[v], v);
    const auto n = static_cast<Index>(ring.size());
    const double weight = 1 / (3 / (8 * loop_neighbour_weight(n)) + n);
    LoopLimit& limit = limits[v];
    add(limit.point, 1 - n * weight, mesh.vertices[v]);
    for (Index i = 0; i < n; ++i) {
      const double angle = 2 * std::numbers::pi * i / n;
      add(limit.point, weight, mesh.vertices[ring[i]]);
      add(limit.tangent, std::cos(angle), mesh.vertices[ring[i]]);
      add(limit.other_tangent, std::sin(angle), mesh.vertices[ring[i]]);
    }
    for (ControlSum* sum : {&limit.point, &limit.tangent, &limit.other_tangent}) merge(*sum);
  }
  return limits;
}

}  // namespace sinew
