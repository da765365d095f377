#include "stepping/held_nodes.h"

#include <gtest/gtest.h>

#include "base/error_of.h"

namespace sinew {
namespace {

const Vec3 kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};

TEST(HeldNodes, holds_of_all_directions_guide_nothing) {
  const std::vector<Hold> holds{{{1, 2}, {}}, {{2}, {}}};
  const HeldNodes nodes = held_nodes(holds, 4, {});
  EXPECT_EQ(nodes.held, (std::vector<char>{0, 1, 1, 0}));
  EXPECT_TRUE(nodes.guided.empty());
  EXPECT_TRUE(nodes.rollers.empty());
}

TEST(HeldNodes, a_node_in_three_planes_is_held_and_in_fewer_a_roller) {
  const std::vector<Hold> holds{{{0, 1, 2}, {}, {kX}}, {{1, 2}, {}, {{1, 1, 0}}}, {{2}, {}, {{1, 1, 1}}}};
  const HeldNodes nodes = held_nodes(holds, 4, {});
  EXPECT_EQ(nodes.held, (std::vector<char>{0, 0, 1, 0}));
  ASSERT_EQ(nodes.guided.size(), 3);
  ASSERT_EQ(nodes.rollers.size(), 2);
  EXPECT_EQ(nodes.rollers[0].free * Vec3({1, 2, 3}), (Vec3{0, 2, 3}));
  EXPECT_LT(distance(nodes.rollers[1].free * Vec3{1, 2, 3}, {0, 0, 3}), 1e-15);
}

TEST(HeldNodes, the_same_direction_twice_counts_once) {
  const std::vector<Hold> holds{{{0}, {}, {kX, kY}}, {{0}, {}, {{-3, 0, 0}}}};
  const HeldNodes nodes = held_nodes(holds, 1, {});
  EXPECT_EQ(nodes.guided[0].count, 2);
  EXPECT_EQ(nodes.guided[0].directions[0].hold, 1);
  EXPECT_EQ(nodes.guided[0].directions[1].hold, 0);
}

TEST(HeldNodes, directions_are_in_the_axes_of_the_body) {
  const Placement quarter_turn{{{kY, -kX, kZ}}, {5, 6, 7}};
  const std::vector<Hold> holds{{{0}, {}, {kY}}};
  const HeldNodes nodes = held_nodes(holds, 1, quarter_turn);
  EXPECT_EQ(nodes.rollers[0].free * Vec3({1, 2, 3}), (Vec3{0, 2, 3}));
}

TEST(HeldNodes, what_holds_prescribe_meets_each_of_them_and_forces_are_along_their_directions) {
  GuidedNode node;
  const Vec3 first = normalized(Vec3{1, 2, 3}), second = normalized(Vec3{1, 0, -1}), third = kY;
  node.add(0, first), node.add(1, second), node.add(2, third);
  const std::array<Vec3, 3> wanted{Vec3{1, 0, 2}, Vec3{-1, 4, 0}, Vec3{3, 2, 1}};
  const Vec3 q = node.prescribed([&](Index hold) { return wanted[hold]; });
  EXPECT_NEAR(dot(first, q), dot(first, wanted[0]), 1e-14);
  EXPECT_NEAR(dot(second, q), dot(second, wanted[1]), 1e-14);
  EXPECT_NEAR(dot(third, q), dot(third, wanted[2]), 1e-14);
  Vec3 sum;
  node.distribute({7, -2, 5}, [&](Index hold, const Vec3& force) {
    EXPECT_LT(norm(cross(force, std::array{first, second, third}[hold])), 1e-13);
    sum += force;
  });
  EXPECT_LT(distance(sum, {7, -2, 5}), 1e-13);
}

TEST(HeldNodes, nodes_that_are_missing_are_refused) {
  const std::vector<Hold> holds{{{0, 4}, {}, {kX}}};
  EXPECT_EQ(error_of([&] { held_nodes(holds, 4, {}); }), "node 4 is to be held, but there are 4");
}

}  // namespace
}  // namespace sinew
