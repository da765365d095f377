#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "collision/overlapping_pairs.h"

namespace sinew {

// Two parts of surfaces that can touch first: a vertex and a triangle, or two edges.
struct FeaturePair {
  enum class Kind : std::uint8_t { kVertexTriangle, kEdgeEdge };

  Kind kind = Kind::kVertexTriangle;
  // surface[0] has the vertex, or the first edge; surface[1] has the triangle, or the second edge.
  std::array<Index, 2> surface{};
  // The vertex and the triangle's three, or two of each edge (the smaller one first), numbered by surface.
  std::array<Index, 4> vertex{};

  auto operator<=>(const FeaturePair&) const = default;
};

// Pairs as they are compared: of two edges, that of the smaller surface comes first and, within one surface,
// the one with smaller vertices.
FeaturePair vertex_triangle(Index surface_a, Index vertex, Index surface_b, const Triangle& triangle);
FeaturePair edge_edge(Index surface_a, std::array<Index, 2> a, Index surface_b, std::array<Index, 2> b);

// How many of the four vertices belong to the first feature.
inline int first_count(FeaturePair::Kind kind) { return kind == FeaturePair::Kind::kVertexTriangle ? 1 : 2; }

// Whether the features, of one surface, have a vertex in common.
bool share_vertex(const FeaturePair& pair);

// Positions of the four vertices; `first` are those of surface[0], `second` those of surface[1].
inline std::array<Vec3, 4> gather(const FeaturePair& pair, std::span<const Vec3> first,
                                  std::span<const Vec3> second) {
  const auto& v = pair.vertex;
  return {first[v[0]], first_count(pair.kind) == 1 ? second[v[1]] : first[v[1]], second[v[2]], second[v[3]]};
}

// Which triangle of a surface stands for each vertex and each edge: the first one that has it. Each vertex
// and edge that a triangle uses has exactly one owner, on surfaces of any kind: open, with many triangles at
// an edge, with triangles that are squeezed to a segment.
class FeatureOwners {
 public:
  FeatureOwners() = default;
  FeatureOwners(std::span<const Triangle> triangles, Index vertex_count);

  bool owns_vertex(Index triangle, int corner) const { return (owned_[triangle] >> corner & 1) != 0; }
  // The edge from this corner to the next.
  bool owns_edge(Index triangle, int corner) const { return (owned_[triangle] >> (3 + corner) & 1) != 0; }

 private:
  std::vector<std::uint8_t> owned_;
};

// One surface in a search for features.
struct FeatureSide {
  Index surface;  // its number, as FeaturePair has it
  Flight flight;
  const FeatureOwners& owners;
};

// Adds the features of pairs of triangles whose boxes overlap too, seen by an observer who moves with the two triangles, in
// the order of the pairs. If the pairs are all that may meet (overlapping_pairs.h), each pair of features is added exactly once, and none
// that comes nearer than the sum of the margins is missing.
//
// Within one surface (a and b are the same), features with a common vertex are left out. So are those whose
// owners are not among the pairs of self_overlaps because they share a vertex: they are at most two edges
// apart.
void append_feature_pairs(const FeatureSide& a, const FeatureSide& b, std::span<const TrianglePair> triangles,
                          std::vector<FeaturePair>& pairs);

}  // namespace sinew
