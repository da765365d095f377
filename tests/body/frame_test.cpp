#include "body/frame.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

FrameTopology two_triangles() {
  FrameTopology topology;
  topology.rest_positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-3, 0, 0}};
  topology.triangles = {{0, 1, 2}, {0, 2, 3}};
  return topology;
}

TEST(Frame, a_node_takes_the_mean_of_its_elements_weighted_by_size) {
  const std::vector<float> values = node_values(two_triangles(), {8, 4});
  EXPECT_FLOAT_EQ(values[1], 8);
  EXPECT_FLOAT_EQ(values[3], 4);
  EXPECT_FLOAT_EQ(values[0], (8 * 1 + 4 * 3) / 4.F);
}

TEST(Frame, a_node_without_elements_gets_zero) {
  FrameTopology topology = two_triangles();
  topology.triangles.pop_back();
  EXPECT_EQ(node_values(topology, {8})[3], 0);
}

}  // namespace
}  // namespace sinew
