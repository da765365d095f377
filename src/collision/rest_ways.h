#pragma once

#include <span>
#include <vector>

#include "collision/closest_points.h"
#include "collision/features.h"
#include "collision/surface_patches.h"

namespace sinew {

// At rest: how far features of neighbouring patches are apart, and how long the ways between their vertices are that lead
// through tetrahedra, where those in a reference count nothing (stretch_proofs.h).
class RestWays {
 public:
  RestWays(const RefitTree& tree, const Governors& governors, int level, std::span<const Vec3> nodes,
           std::span<const Vec3> rest);

  // Calls visit(pair, distance, way) for all pairs of features, which the triangles own and that have no vertex in common,
  // of a triangle of the first patch, that of reference a, and another one of the second patch, of b, unless they are
  // farther apart than reach(way) for a way that is at least theirs.
  template <typename Reach, typename Visit>
  void for_each_near(Index a, Index b, std::span<const Index> first, std::span<const Index> second,
                     const Reach& reach, const FeatureOwners& owners, const Visit& visit);

 private:
  // Where on a part of its tetrahedron (a set of nodes) a vertex is nearest to, and how far that is.
  struct Foot {
    Vec3 at;
    double distance;
  };
  Index simplex_of(Index v) const { return governors_.place(v, level_).simplex; }
  const std::array<Index, 4>& nodes_of(Index simplex) const { return governors_.simplices()[simplex]; }
  unsigned common(Index a, Index b) const { return common_nodes(nodes_of(a), nodes_of(b)); }
  const Foot& foot(Index v, unsigned part) const { return feet_[15 * v + part - 1]; }
  // A bound of the way from a vertex of patch b into a.
  double way_into(Index a, Index b, Index v) const;
  double way_between(Index a, Index v, Index w, double into_v, double into_w) const;

  struct Item {
    Index triangle;
    Box3 box;
    double into;
  };
  void collect(Index a, Index b, std::span<const Index> triangles, std::vector<Item>& items);
  template <typename Visit>
  void visit_features(Index a, const Triangle& s, const Triangle& t, Index first, Index second,
                      const FeatureOwners& owners, const Visit& visit) const;
  template <typename Visit>
  void visit_pair(Index a, const FeaturePair& pair, const Visit& visit) const;

  const RefitTree& tree_;
  const Governors& governors_;
  int level_;
  std::span<const Vec3> nodes_, rest_;
  std::vector<Foot> feet_;
  std::vector<double> into_;  // by vertex, of the patches at hand
  std::vector<Item> first_, second_;
};

template <typename Reach, typename Visit>
void RestWays::for_each_near(Index a, Index b, std::span<const Index> first, std::span<const Index> second,
                             const Reach& reach, const FeatureOwners& owners, const Visit& visit) {
  collect(a, a, first, first_);
  collect(a, b, second, second_);
  Box3 around;
  double most = 0;
  for (const Item& s : first_) around.extend(s.box), most = std::max(most, s.into);
  const auto triangles = tree_.triangles();
  for (const Item& t : second_) {
    if (!around.inflated(reach(most + t.into)).overlaps(t.box)) continue;
    for (const Item& s : first_) {
      if (a == b && s.triangle >= t.triangle) continue;
      if (!s.box.inflated(reach(s.into + t.into)).overlaps(t.box)) continue;
      visit_features(a, triangles[s.triangle], triangles[t.triangle], s.triangle, t.triangle, owners, visit);
    }
  }
}

template <typename Visit>
void RestWays::visit_features(Index a, const Triangle& s, const Triangle& t, Index first, Index second,
                              const FeatureOwners& owners, const Visit& visit) const {
  for (const Index v : s)
    if (std::ranges::find(t, v) != t.end()) return;
  for (int i = 0; i < 3; ++i) {
    if (owners.owns_vertex(first, i)) visit_pair(a, vertex_triangle(0, s[i], 0, t), visit);
    if (owners.owns_vertex(second, i)) visit_pair(a, vertex_triangle(0, t[i], 0, s), visit);
    if (!owners.owns_edge(first, i)) continue;
    for (int j = 0; j < 3; ++j)
      if (owners.owns_edge(second, j))
        visit_pair(a, edge_edge(0, {s[i], s[(i + 1) % 3]}, 0, {t[j], t[(j + 1) % 3]}), visit);
  }
}

template <typename Visit>
void RestWays::visit_pair(Index a, const FeaturePair& pair, const Visit& visit) const {
  double way = 0;
  const int split = first_count(pair.kind);
  for (int i = 0; i < split; ++i)
    for (int j = split; j < 4; ++j) {
      const Index v = pair.vertex[i], w = pair.vertex[j];
      way = std::max(way, way_between(a, v, w, into_[v], into_[w]));
    }
  visit(pair, closest_points(pair.kind, gather(pair, rest_, rest_)).distance, way);
}

}  // namespace sinew
