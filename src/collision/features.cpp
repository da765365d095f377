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

// A triangle, and the features that it owns with their boxes, seen by an observer.
struct Owned {
  struct Corner {
    Index vertex;
    FloatBox box;
  };
  struct Segment {
    Edge edge;
    FloatBox box;
  };

  Owned(const FeatureSide& side, Index t, const FlightBoxes::Drift& drift)
      : triangle(side.flight.tree.triangles()[t]) {
    const FlightBoxes& boxes = side.flight.boxes;
    const FloatBox corner[3] = {boxes.seen(triangle[0], drift), boxes.seen(triangle[1], drift),
                                boxes.seen(triangle[2], drift)};
    box = joined(joined(corner[0], corner[1]), corner[2]);
    for (int i = 0; i < 3; ++i) {
      if (side.owners.owns_vertex(t, i)) vertices[vertex_count++] = {triangle[i], corner[i]};
      if (side.owners.owns_edge(t, i))
        edges[edge_count++] = {edge_of(triangle, i), joined(corner[i], corner[(i + 1) % 3])};
    }
  }

  Triangle triangle;
  FloatBox box;
  int vertex_count = 0, edge_count = 0;
  Corner vertices[3];
  Segment edges[3];
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
    for (const auto& [v, box] : std::span(s.vertices, s.vertex_count))
      if (overlap(box, t.box) && !(within_one && has_vertex(t.triangle, v)))
        pairs.push_back(vertex_triangle(surface_s, v, surface_t, t.triangle));
  };
  auto add_edges = [&](const Owned& s, const Owned& t) {
    for (const auto& [e, box] : std::span(s.edges, s.edge_count)) {
      if (!overlap(box, t.box)) continue;
      for (const auto& [f, other] : std::span(t.edges, t.edge_count)) {
        if (!overlap(box, other)) continue;
        const FeaturePair edges = edge_edge(a.surface, e, b.surface, f);
        if (!within_one || !share_vertex(edges)) pairs.push_back(edges);
      }
    }
  };
  const std::span<const Triangle> of_a = a.flight.tree.triangles(), of_b = b.flight.tree.triangles();
  for (const TrianglePair& pair : triangles) {
    const FlightBoxes::Drift drift = drift_of(a.flight.boxes, of_a[pair.a], b.flight.boxes, of_b[pair.b]);
    const Owned s(a, pair.a, drift), t(b, pair.b, drift);
    if (!overlap(s.box, t.box)) continue;
    add_vertices(s, t, a.surface, b.surface);
    add_vertices(t, s, b.surface, a.surface);
    add_edges(s, t);
  }
}

}  // namespace sinew
