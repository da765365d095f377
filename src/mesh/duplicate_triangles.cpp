#include "mesh/duplicate_triangles.h"

#include <algorithm>
#include <numeric>

#include "mesh/disjoint_sets.h"
#include "mesh/edge_table.h"
#include "mesh/surface_topology.h"

namespace sinew {

namespace {

// Copies are known by their first triangle; arrays below are indexed by it.
struct Copies {
  std::vector<Index> first;
  std::vector<Index> count;
  std::vector<Index> excess;  // of those that turn like the first over those that turn against it

  bool back_to_back(Index t) const { return count[first[t]] > 1 && excess[first[t]] == 0; }
};

bool same_turn(const Triangle& s, const Triangle& t) {
  const auto at = std::find(s.begin(), s.end(), t[0]) - s.begin();
  return s[(at + 1) % 3] == t[1];
}

Copies find_copies(std::span<const Triangle> triangles) {
  Copies copies{first_copies(triangles), std::vector<Index>(triangles.size(), 0),
                std::vector<Index>(triangles.size(), 0)};
  for (Index t = 0; t < static_cast<Index>(triangles.size()); ++t) {
    const Index first = copies.first[t];
    ++copies.count[first];
    copies.excess[first] += same_turn(triangles[first], triangles[t]) ? 1 : -1;
  }
  return copies;
}

// Whether the back-to-back triangles make up half of their component or more, per triangle.
std::vector<char> in_two_sided_sheet(const SurfaceMesh& mesh, const Copies& copies) {
  const Components components = vertex_components(mesh);
  std::vector<double> back_to_back(components.count, 0), single(components.count, 0);
  for (Index t = 0; t < mesh.triangle_count(); ++t)
    if (copies.first[t] == t)
      (copies.back_to_back(t) ? back_to_back : single)[components.of[mesh.triangles[t][0]]] +=
          norm(mesh.area_vector(t));
  std::vector<char> in_sheet(mesh.triangles.size());
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    const Index component = components.of[mesh.triangles[t][0]];
    in_sheet[t] = back_to_back[component] >= single[component];
  }
  return in_sheet;
}

// Back-to-back triangles are judged together where they meet at edges: a fin has an even number of triangles
// at all of its edges, a region of the surface that was stored twice has three at its rim.
std::vector<char> fins(const SurfaceMesh& mesh, const Copies& copies) {
  const EdgeTable edges(mesh.triangles);
  DisjointSets regions(mesh.triangle_count());
  std::vector<Index> torn;
  for (Index e = 0; e < edges.edge_count(); ++e) {
    Index any = -1;
    for (const auto& side : edges.sides(e)) {
      if (!copies.back_to_back(side.triangle)) continue;
      if (any >= 0) regions.unite(any, side.triangle);
      any = side.triangle;
    }
    if (any >= 0 && edges.sides(e).size() % 2 != 0) torn.push_back(any);
  }
  std::vector<char> region_is_torn(mesh.triangles.size(), 0);
  for (const Index t : torn) region_is_torn[regions.find(t)] = 1;
  const std::vector<char> in_sheet = in_two_sided_sheet(mesh, copies);
  std::vector<char> fin(mesh.triangles.size());
  for (Index t = 0; t < mesh.triangle_count(); ++t)
    fin[t] = copies.back_to_back(t) && region_is_torn[regions.find(t)] == 0 && in_sheet[t] == 0;
  return fin;
}

}  // namespace

std::vector<Index> first_copies(std::span<const Triangle> triangles) {
  std::vector<Triangle> sorted(triangles.begin(), triangles.end());
  for (Triangle& t : sorted) std::sort(t.begin(), t.end());
  std::vector<Index> order(triangles.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](Index s, Index t) { return sorted[s] != sorted[t] ? sorted[s] < sorted[t] : s < t; });
  std::vector<Index> first(triangles.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    first[order[i]] = i > 0 && sorted[order[i]] == sorted[order[i - 1]] ? first[order[i - 1]] : order[i];
  return first;
}

DroppedDuplicates drop_duplicate_triangles(SurfaceMesh& mesh) {
  const Copies copies = find_copies(mesh.triangles);
  DroppedDuplicates dropped;
  if (std::all_of(copies.count.begin(), copies.count.end(), [](Index n) { return n <= 1; })) return dropped;
  const std::vector<char> fin = fins(mesh, copies);
  std::vector<Triangle> kept;
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    const bool stays = copies.first[t] == t && fin[t] == 0;
    dropped.cancelled += fin[t] != 0;
    dropped.copies += !stays && fin[t] == 0;
    if (!stays) continue;
    kept.push_back(mesh.triangles[t]);
    if (copies.excess[t] < 0) std::swap(kept.back()[1], kept.back()[2]);
  }
  mesh.triangles = std::move(kept);
  return dropped;
}

}  // namespace sinew
