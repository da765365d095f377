#include "collision/pair_filter.h"

#include <gtest/gtest.h>

#include "sinew/mesh/surface_mesh.h"

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
  EXPECT_LT(filter.keeps(near, 0.03), 0);
  filter.set_rest(0, kLayers.positions, 0.05);
  EXPECT_EQ(filter.keeps(near, 0.03), 0.03);
  // Another surface's rest has no say.
  EXPECT_EQ(filter.keeps(vertex_triangle(0, 0, 1, {3, 4, 5}), 0.03), 0.03);
  EXPECT_EQ(filter.keeps(vertex_triangle(1, 0, 1, {3, 4, 5}), 0.03), 0.03);
}

TEST(PairFilter, features_with_a_common_vertex_are_excluded_within_one_surface_only) {
  const PairFilter filter(2);
  EXPECT_LT(filter.keeps(edge_edge(1, {0, 1}, 1, {1, 2}), 1), 0);
  EXPECT_EQ(filter.keeps(edge_edge(0, {0, 1}, 1, {1, 2}), 1), 1);
}

// The layers look up; turned over, the upper one looks down at the lower one.
TEST(PairFilter, sides_of_a_slot_collide_however_near_they_are_at_rest) {
  PairFilter filter(1);
  const auto keeps = [&](bool is_vertex, std::vector<Triangle> triangles, double gap) {
    filter.set_rest(0, kLayers.positions, 5, triangles);
    return filter.keeps(is_vertex ? vertex_triangle(0, 0, 0, triangles[1]) : edge_edge(0, {0, 1}, 0, {3, 4}),
                        gap);
  };
  for (const bool is_vertex : {true, false}) {
    EXPECT_LT(keeps(is_vertex, {{0, 1, 2}, {3, 4, 5}}, 0.1), 0) << "one above the other";
    EXPECT_LT(keeps(is_vertex, {{0, 2, 1}, {3, 4, 5}}, 0.1), 0) << "back to back: the two faces of a plate";
    EXPECT_NEAR(keeps(is_vertex, {{0, 1, 2}, {3, 5, 4}}, 0.1), 0.09, 1e-15) << "less than at rest";
    EXPECT_EQ(keeps(is_vertex, {{0, 1, 2}, {3, 5, 4}}, 0.05), 0.05);
    EXPECT_LT(keeps(is_vertex, {{0, 1, 2}, {3, 5, 4}}, 1), 0) << "a crack tip";
  }
  EXPECT_EQ(filter.keeps_at_least(vertex_triangle(0, 0, 0, {3, 5, 4}), 1), 0.2);
}

TEST(PairFilter, entangled_surfaces_collide_where_they_are_not_near_a_crossing) {
  PairFilter filter(3);
  filter.set_entangled({{0, 2, {1, 0, 0, 0}, {0, 0, 0, 1, 0, 0}}});
  EXPECT_TRUE(filter.exempts(vertex_triangle(0, 0, 2, {3, 4, 5})));
  EXPECT_TRUE(filter.exempts(vertex_triangle(2, 3, 0, {0, 1, 2})));
  EXPECT_FALSE(filter.exempts(vertex_triangle(0, 1, 2, {3, 4, 5})));
  EXPECT_FALSE(filter.exempts(vertex_triangle(2, 4, 0, {0, 1, 2})));
  EXPECT_FALSE(filter.exempts(edge_edge(0, {0, 1}, 1, {3, 4})));
  EXPECT_LT(filter.keeps(edge_edge(0, {0, 1}, 2, {3, 4}), 1), 0);
}

}  // namespace
}  // namespace sinew
