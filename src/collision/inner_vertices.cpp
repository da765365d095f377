#include "collision/inner_vertices.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace sinew {

namespace {

using Edge = std::array<Index, 2>;

Edge edge_of(Index v, Index w) { return {std::min(v, w), std::max(v, w)}; }

// The triangles at each vertex, one after the other.
struct Stars {
  std::vector<Index> first, triangle;

  Stars(std::span<const Triangle> triangles, std::size_t vertices) : first(vertices + 1, 0) {
    for (const Triangle& t : triangles)
      for (const Index v : t) ++first[v];
    std::exclusive_scan(first.begin(), first.end(), first.begin(), 0);
    triangle.resize(first.back());
    std::vector<Index> fill(first.begin(), first.end() - 1);
    for (std::size_t t = 0; t < triangles.size(); ++t)
      for (const Index v : triangles[t]) triangle[fill[v]++] = static_cast<Index>(t);
  }
};

}  // namespace

std::vector<char> inner_vertices(const SurfaceState& surface, std::span<const Index> crossing,
                                 std::span<const Piercing> piercings, int side, bool is_sheet) {
  std::vector<char> marks(surface.positions.size(), 0);
  for (const Index t : crossing)
    for (const Index v : surface.triangles[t]) marks[v] = 1;
  std::vector<Index> front;
  std::vector<Edge> pierced;
  for (const Piercing& one : piercings)
    if (one.side == side) front.push_back(one.inner), pierced.push_back(edge_of(one.inner, one.outer));
  if (is_sheet || front.empty()) return marks;

  std::ranges::sort(pierced);
  const Stars stars(surface.triangles, marks.size());
  std::vector<char> is_reached(marks.size(), 0);
  for (const Index v : front) is_reached[v] = 1;
  while (!front.empty()) {
    const Index v = front.back();
    front.pop_back();
    marks[v] = 1;
    for (Index k = stars.first[v]; k < stars.first[v + 1]; ++k)
      for (const Index w : surface.triangles[stars.triangle[k]]) {
        if (is_reached[w] != 0 || std::ranges::binary_search(pierced, edge_of(v, w))) continue;
        is_reached[w] = 1;
        front.push_back(w);
      }
  }
  return marks;
}

}  // namespace sinew
