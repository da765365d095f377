#include "collision/features.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace sinew {

namespace {

using Kind = FeaturePair::Kind;
using Edge = std::array<Index, 2>;

Edge edge_of(const Triangle& t, int corner) {
  const Index v = t[corner], w = t[(corner + 1) % 3];
  return {std::min(v, w), std::max(v, w)};
}

bool has_vertex(const Triangle& t, Index v) { return t[0] == v || t[1] == v || t[2] == v; }

FloatBox joined(FloatBox a, const FloatBox& b) {
  a.extend(b);
  return a;
}

// The features that a triangle owns, with their boxes.
struct Owned {
  Owned(const FeatureSide& side, Index t) : triangle(side.tree.triangles()[t]) {
    const std::span<const FloatBox> boxes = side.tree.vertex_boxes();
    for (int corner = 0; corner < 3; ++corner) {
      const Index v = triangle[corner];
      box.extend(boxes[v]);
      if (side.owners.owns_vertex(t, corner))
        vertices[vertex_count] = v, vertex_boxes[vertex_count++] = boxes[v];
      if (!side.owners.owns_edge(t, corner)) continue;
      edges[edge_count] = edge_of(triangle, corner);
      edge_boxes[edge_count++] = joined(boxes[v], boxes[triangle[(corner + 1) % 3]]);
    }
  }

  Triangle triangle;
  FloatBox box;
  int vertex_count = 0, edge_count = 0;
  Index vertices[3];
  Edge edges[3];
  FloatBox vertex_boxes[3], edge_boxes[3];
};

}  // namespace

FeaturePair vertex_triangle(Index surface_a, Index vertex, Index surface_b, const Triangle& triangle) {
  return {Kind::kVertexTriangle, {surface_a, surface_b}, {vertex, triangle[0], triangle[1], triangle[2]}};
}

FeaturePair edge_edge(Index surface_a, Edge a, Index surface_b, Edge b) {
  if (a[0] > a[1]) std::swap(a[0], a[1]);
  if (b[0] > b[1]) std::swap(b[0], b[1]);
  if (std::tie(surface_b, b) < std::tie(surface_a, a)) std::swap(surface_a, surface_b), std::swap(a, b);
  return {Kind::kEdgeEdge, {surface_a, surface_b}, {a[0], a[1], b[0], b[1]}};
}

bool share_vertex(const FeaturePair& pair) {
  const auto begin = pair.vertex.begin(), middle = begin + first_count(pair.kind), end = pair.vertex.end();
  return std::find_first_of(begin, middle, middle, end) != middle;
}

// Edges are put into lists by their smaller vertex; a list is short.
FeatureOwners::FeatureOwners(std::span<const Triangle> triangles, Index vertex_count)
    : owned_(triangles.size(), 0) {
  std::vector<char> vertex_is_owned(vertex_count, 0);
  std::vector<Index> first(vertex_count + 1, 0);
  for (const Triangle& t : triangles)
    for (int corner = 0; corner < 3; ++corner) ++first[edge_of(t, corner)[0]];
  std::exclusive_scan(first.begin(), first.end(), first.begin(), 0);
  std::vector<Index> larger(first.back()), fill(first.begin(), first.end() - 1);

  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (int corner = 0; corner < 3; ++corner) {
      char& is_owned = vertex_is_owned[triangles[i][corner]];
      if (is_owned == 0) owned_[i] = static_cast<std::uint8_t>(owned_[i] | 1U << corner);
      is_owned = 1;
      const auto [v, w] = edge_of(triangles[i], corner);
      const auto begin = larger.begin() + first[v], end = larger.begin() + fill[v];
      if (v == w || std::find(begin, end, w) != end) continue;
      larger[fill[v]++] = w;
      owned_[i] = static_cast<std::uint8_t>(owned_[i] | 8U << corner);
    }
}

void append_feature_pairs(const FeatureSide& a, const FeatureSide& b, std::span<const TrianglePair> triangles,
                          std::vector<FeaturePair>& pairs) {
  const bool within_one = a.surface == b.surface;
  auto add_vertices = [&](const Owned& s, const Owned& t, Index surface_s, Index surface_t) {
    for (int i = 0; i < s.vertex_count; ++i) {
      const Index v = s.vertices[i];
      if (!overlap(s.vertex_boxes[i], t.box) || (within_one && has_vertex(t.triangle, v))) continue;
      pairs.push_back(vertex_triangle(surface_s, v, surface_t, t.triangle));
    }
  };
  for (const TrianglePair& pair : triangles) {
    const Owned s(a, pair.a), t(b, pair.b);
    add_vertices(s, t, a.surface, b.surface);
    add_vertices(t, s, b.surface, a.surface);
    for (int i = 0; i < s.edge_count; ++i)
      for (int j = 0; j < t.edge_count; ++j) {
        if (!overlap(s.edge_boxes[i], t.edge_boxes[j])) continue;
        const FeaturePair edges = edge_edge(a.surface, s.edges[i], b.surface, t.edges[j]);
        if (!within_one || !share_vertex(edges)) pairs.push_back(edges);
      }
  }
}

}  // namespace sinew
