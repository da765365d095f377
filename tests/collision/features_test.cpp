#include "collision/features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "collision/moving_surfaces.h"

namespace sinew {
namespace {

using Kind = FeaturePair::Kind;
using test::swept_box;
using Edge = std::array<Index, 2>;

std::set<Edge> edges_of(const SurfaceMesh& mesh) {
  std::set<Edge> edges;
  for (const Triangle& t : mesh.triangles)
    for (int i = 0; i < 3; ++i)
      if (const Index v = t[i], w = t[(i + 1) % 3]; v != w) edges.insert({std::min(v, w), std::max(v, w)});
  return edges;
}

std::set<Index> vertices_of(const SurfaceMesh& mesh) {
  std::set<Index> vertices;
  for (const Triangle& t : mesh.triangles) vertices.insert(t.begin(), t.end());
  return vertices;
}

struct Side {
  SurfaceMesh mesh;
  RefitTree tree;
  FlightBoxes boxes;
  FeatureOwners owners;

  explicit Side(SurfaceMesh surface, double margin)
      : mesh(std::move(surface)),
        tree(mesh.triangles, mesh.positions),
        owners(mesh.triangles, mesh.vertex_count()) {
    tree.refit(mesh.positions, margin);
    boxes.fit(tree, mesh.positions, mesh.positions, margin, {});
  }
  FeatureSide numbered(Index surface) const { return {surface, {tree, boxes}, owners}; }
  bool near(std::span<const Index> mine, const Side& other, std::span<const Index> theirs,
            double margin) const {
    return swept_box(mine, mesh.positions, mesh.positions, margin)
        .overlaps(swept_box(theirs, other.mesh.positions, other.mesh.positions, margin));
  }
};

// All vertices against all triangles, and all edges against all edges.
std::vector<FeaturePair> slow_features(const Side& a, const Side& b, bool within_one, double margin) {
  const Index second = within_one ? 0 : 1;
  std::set<FeaturePair> pairs;
  auto add = [&](const FeaturePair& pair) {
    if (!within_one || !share_vertex(pair)) pairs.insert(pair);
  };
  auto add_vertices = [&](const Side& from, Index number, const Side& to, Index other) {
    for (const Index v : vertices_of(from.mesh))
      for (const Triangle& t : to.mesh.triangles)
        if (from.near(std::array{v}, to, t, margin)) add(vertex_triangle(number, v, other, t));
  };
  add_vertices(a, 0, b, second);
  add_vertices(b, second, a, 0);
  for (const Edge& e : edges_of(a.mesh))
    for (const Edge& f : edges_of(b.mesh))
      if (a.near(e, b, f, margin)) add(edge_edge(0, e, second, f));
  return {pairs.begin(), pairs.end()};
}

std::vector<FeaturePair> sorted(std::vector<FeaturePair> pairs) {
  std::sort(pairs.begin(), pairs.end());
  EXPECT_EQ(std::adjacent_find(pairs.begin(), pairs.end()), pairs.end()) << "a pair is there twice";
  return pairs;
}

std::vector<FeaturePair> features_within(const Side& a, int most_shared) {
  OverlapScratch scratch;
  std::vector<TrianglePair> triangles;
  std::vector<FeaturePair> pairs;
  self_overlaps(a.tree, scratch, triangles, most_shared);
  append_feature_pairs(a.numbered(0), a.numbered(0), triangles, pairs);
  return sorted(pairs);
}

void expect_between(const std::vector<FeaturePair>& pairs, const std::vector<FeaturePair>& least,
                    const std::vector<FeaturePair>& most) {
  EXPECT_TRUE(std::includes(pairs.begin(), pairs.end(), least.begin(), least.end()));
  EXPECT_TRUE(std::includes(most.begin(), most.end(), pairs.begin(), pairs.end()));
  EXPECT_GT(least.size(), 60U);
}

TEST(Features, each_vertex_and_edge_has_one_owner) {
  for (const SurfaceMesh& mesh :
       {test::torus(12, 8), test::cube(), test::moebius_strip(10), test::odd_surface()}) {
    const FeatureOwners owners(mesh.triangles, mesh.vertex_count());
    std::multiset<Index> vertices;
    std::multiset<Edge> edges;
    for (Index t = 0; t < mesh.triangle_count(); ++t)
      for (int i = 0; i < 3; ++i) {
        const Index v = mesh.triangles[t][i], w = mesh.triangles[t][(i + 1) % 3];
        if (owners.owns_vertex(t, i)) vertices.insert(v);
        if (owners.owns_edge(t, i)) edges.insert({std::min(v, w), std::max(v, w)});
      }
    const auto all_vertices = vertices_of(mesh);
    const auto all_edges = edges_of(mesh);
    EXPECT_TRUE(std::equal(vertices.begin(), vertices.end(), all_vertices.begin(), all_vertices.end()));
    EXPECT_TRUE(std::equal(edges.begin(), edges.end(), all_edges.begin(), all_edges.end()));
  }
}

TEST(Features, features_of_two_surfaces_equal_brute_force_and_none_comes_twice) {
  for (const double margin : {0.0, 0.1}) {
    const Side a(test::torus(16, 10), margin), b(test::odd_surface(), margin);
    OverlapScratch scratch;
    std::vector<TrianglePair> triangles;
    std::vector<FeaturePair> pairs;
    overlapping_pairs(a.tree, b.tree, scratch, triangles);
    append_feature_pairs(a.numbered(0), b.numbered(1), triangles, pairs);
    expect_between(sorted(pairs), slow_features(a, b, false, margin),
                   slow_features(a, b, false, margin + 1e-5));
  }
}

TEST(Features, features_within_a_surface_equal_brute_force_if_neighbours_are_searched_too) {
  for (const SurfaceMesh& mesh : {test::torus(14, 8, 1, 0.9), test::odd_surface()}) {
    const Side a(mesh, 0.05);
    expect_between(features_within(a, 2), slow_features(a, a, true, 0.05),
                   slow_features(a, a, true, 0.05001));
  }
}

TEST(Features, features_that_are_left_out_with_neighbours_are_at_most_two_edges_apart) {
  const Side a(test::torus(14, 8, 1, 0.9), 0.05);
  const auto all = features_within(a, 2), apart = features_within(a, 0);
  std::vector<std::set<Index>> near(a.mesh.positions.size());  // a vertex and its neighbours
  for (const auto& [v, w] : edges_of(a.mesh))
    for (const Index u : {v, w}) near[u].insert({v, w});
  auto are_close = [&](Index v, Index w) {
    return std::any_of(near[v].begin(), near[v].end(), [&](Index u) { return near[w].count(u) > 0; });
  };
  EXPECT_TRUE(std::includes(all.begin(), all.end(), apart.begin(), apart.end()));
  EXPECT_LT(apart.size(), all.size());
  for (const FeaturePair& pair : all) {
    bool close = false;
    for (int i = 0; i < first_count(pair.kind); ++i)
      for (int j = first_count(pair.kind); j < 4; ++j) close |= are_close(pair.vertex[i], pair.vertex[j]);
    EXPECT_TRUE(close || std::binary_search(apart.begin(), apart.end(), pair));
  }
}

TEST(Features, a_pair_says_which_surface_has_the_vertex) {
  const SurfaceMesh roof{{{0, 0, 1}, {1, 0, 2}, {0, 1, 2}}, {{0, 1, 2}}};
  const SurfaceMesh floor{{{-1, -1, 0.9}, {3, -1, 0.9}, {-1, 3, 0.9}}, {{0, 1, 2}}};
  const Side a(roof, 0.1), b(floor, 0.1);
  std::vector<FeaturePair> pairs;
  append_feature_pairs(a.numbered(4), b.numbered(2), std::vector<TrianglePair>{{0, 0}}, pairs);
  std::erase_if(pairs, [](const FeaturePair& pair) { return pair.kind == Kind::kEdgeEdge; });
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0], vertex_triangle(4, 0, 2, {0, 1, 2}));
  const auto x = gather(pairs[0], roof.positions, floor.positions);
  EXPECT_EQ(x[0], roof.positions[0]);
  EXPECT_EQ(x[3], floor.positions[2]);
}

TEST(Features, edges_are_the_same_pair_in_any_order) {
  const FeaturePair pair = edge_edge(1, {5, 2}, 0, {7, 9});
  EXPECT_EQ(pair, edge_edge(0, {9, 7}, 1, {2, 5}));
  EXPECT_EQ(pair.surface, (std::array<Index, 2>{0, 1}));
  EXPECT_EQ(pair.vertex, (std::array<Index, 4>{7, 9, 2, 5}));
  EXPECT_EQ(edge_edge(3, {8, 4}, 3, {1, 6}).vertex, (std::array<Index, 4>{1, 6, 4, 8}));
  EXPECT_TRUE(share_vertex(edge_edge(3, {8, 4}, 3, {1, 8})));
  EXPECT_FALSE(share_vertex(vertex_triangle(3, 8, 3, {1, 2, 3})));
}

}  // namespace
}  // namespace sinew
