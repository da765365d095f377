#include "mesh/tetrahedron_edges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(TetrahedronEdges, are_there_once_and_ascend) {
  // Two that share the face 1, 2, 4.
  const std::vector<Tetrahedron> two{{4, 2, 1, 0}, {1, 2, 4, 3}};
  const std::vector<NodePair> edges = tetrahedron_edges(two);
  EXPECT_THAT(edges, testing::ElementsAre(NodePair{0, 1}, NodePair{0, 2}, NodePair{0, 4}, NodePair{1, 2},
                                          NodePair{1, 3}, NodePair{1, 4}, NodePair{2, 3}, NodePair{2, 4},
                                          NodePair{3, 4}));
  EXPECT_EQ(find_edge(edges, 4, 1), 5);
  EXPECT_EQ(find_edge(edges, 1, 4), 5);
  EXPECT_EQ(find_edge(edges, 0, 3), -1);
  EXPECT_EQ(find_edge(edges, 2, 2), -1);
}

TEST(TetrahedronEdges, opposite_ones_share_no_corner) {
  for (int e = 0; e < 6; ++e)
    for (const int a : kTetrahedronEdges[e])
      for (const int b : kTetrahedronEdges[5 - e]) EXPECT_NE(a, b);
}

}  // namespace
}  // namespace sinew
