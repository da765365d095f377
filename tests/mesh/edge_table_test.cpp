#include "mesh/edge_table.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/random.h"

namespace sinew {
namespace {

TEST(EdgeTable, a_tetrahedron_has_six_edges_of_two_opposite_sides) {
  const std::vector<Triangle> tetrahedron{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  const EdgeTable table(tetrahedron);
  ASSERT_EQ(table.edge_count(), 6);
  for (Index e = 0; e < 6; ++e) {
    ASSERT_EQ(table.sides(e).size(), 2U);
    EXPECT_NE(table.sides(e)[0].forward, table.sides(e)[1].forward);
  }
}

TEST(EdgeTable, every_side_is_listed_once_at_its_edge_even_in_a_random_soup) {
  Random random(5);
  std::vector<Triangle> triangles;
  for (int t = 0; t < 400; ++t)
    triangles.push_back({Index(random.below(30)), Index(random.below(30)), Index(random.below(30))});
  const EdgeTable table(triangles);

  std::map<std::array<Index, 2>, std::set<Index>> expected;
  for (Index t = 0; t < 400; ++t) {
    if (has_repeated_corner(triangles[t])) {
      for (int k = 0; k < 3; ++k) EXPECT_EQ(table.edge_of(t, k), -1);
      continue;
    }
    for (int k = 0; k < 3; ++k) {
      const Index v = triangles[t][k], w = triangles[t][(k + 1) % 3];
      expected[{std::min(v, w), std::max(v, w)}].insert(t);
      EXPECT_EQ(table.edge_of(t, k), table.find(v, w));
    }
  }
  ASSERT_EQ(table.edge_count(), static_cast<Index>(expected.size()));
  Index e = 0;
  for (const auto& [edge, at] : expected) {
    EXPECT_EQ(table.edge(e), edge);
    std::set<Index> found;
    for (const EdgeTable::Side& side : table.sides(e)) {
      found.insert(side.triangle);
      EXPECT_EQ(triangles[side.triangle][side.corner], edge[side.forward ? 0 : 1]);
    }
    EXPECT_EQ(found, at);
    ++e;
  }
  EXPECT_EQ(table.find(0, 99), -1);
}

}  // namespace
}  // namespace sinew
