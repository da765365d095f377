#include "collision/pair_filter.h"

#include <gtest/gtest.h>

#include "collision/moving_surfaces.h"

namespace sinew {
namespace {

// Two parallel triangles of one surface, 0.1 apart.
const SurfaceMesh kLayers{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0.1}, {1, 0, 0.1}, {0, 1, 0.1}},
                          {{0, 1, 2}, {3, 4, 5}}};

TEST(PairFilter, features_nearer_at_rest_than_the_limit_are_excluded) {
  PairFilter filter(2);
  filter.set_rest(0, kLayers.positions, 0.2);
  const FeaturePair near = vertex_triangle(0, 0, 0, {3, 4, 5});
  EXPECT_NEAR(filter.rest_distance(near), 0.1, 1e-15);
  EXPECT_TRUE(filter.excludes(near));
  filter.set_rest(0, kLayers.positions, 0.05);
  EXPECT_FALSE(filter.excludes(near));
  // Another surface's rest has no say.
  EXPECT_FALSE(filter.excludes(vertex_triangle(0, 0, 1, {3, 4, 5})));
  EXPECT_FALSE(filter.excludes(vertex_triangle(1, 0, 1, {3, 4, 5})));
}

TEST(PairFilter, features_with_a_common_vertex_are_excluded_within_one_surface_only) {
  const PairFilter filter(2);
  EXPECT_TRUE(filter.excludes(edge_edge(1, {0, 1}, 1, {1, 2})));
  EXPECT_FALSE(filter.excludes(edge_edge(0, {0, 1}, 1, {1, 2})));
}

TEST(PairFilter, exempt_pairs_collide_again_once_they_have_parted) {
  PairFilter filter(2);
  std::vector<FeaturePair> pairs;
  append_features_of(0, {0, 1, 2}, 1, {3, 4, 5}, pairs);
  EXPECT_EQ(pairs.size(), 15U);
  filter.exempt(pairs);
  filter.exempt(std::span(pairs).first(3));
  EXPECT_EQ(filter.exempt_pairs().size(), 15U);
  for (const FeaturePair& pair : pairs) EXPECT_TRUE(filter.excludes(pair));

  const std::array<std::span<const Vec3>, 2> near = {kLayers.positions, kLayers.positions};
  EXPECT_EQ(filter.forget_parted(near, 0.2), 15);
  const std::vector<Vec3> away = test::moved(kLayers.positions, {0, 0, 1});
  const std::array<std::span<const Vec3>, 2> apart = {kLayers.positions, away};
  EXPECT_EQ(filter.forget_parted(apart, 0.2), 0);
  for (const FeaturePair& pair : pairs) EXPECT_FALSE(filter.excludes(pair));
}

TEST(PairFilter, features_of_neighbours_have_no_vertex_in_common) {
  std::vector<FeaturePair> pairs;
  append_features_of(2, {0, 1, 2}, 2, {2, 1, 3}, pairs);
  // The lone corners against the other triangle, and edges that leave the common one at different ends.
  for (const FeaturePair& pair : pairs) EXPECT_FALSE(share_vertex(pair));
  EXPECT_EQ(pairs.size(), 4U);
}

TEST(PairFilter, surfaces_that_do_not_collide_are_known_in_either_order) {
  PairFilter filter(5);
  filter.exclude_surfaces(4, 1);
  filter.exclude_surfaces(2, 2);
  filter.exclude_surfaces(1, 4);
  EXPECT_TRUE(filter.excludes_surfaces(1, 4));
  EXPECT_TRUE(filter.excludes_surfaces(4, 1));
  EXPECT_TRUE(filter.excludes_surfaces(2, 2));
  EXPECT_FALSE(filter.excludes_surfaces(1, 1));
  EXPECT_FALSE(filter.excludes_surfaces(1, 2));
}

}  // namespace
}  // namespace sinew
