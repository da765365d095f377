#include "multigrid/support_split.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

// Chains of fine nodes, each coupled to the next: {3, 2} is 0-1-2 and 3-4.
BlockPattern chains(const std::vector<Index>& lengths) {
  std::vector<Index> pairs;
  Index node = 0;
  for (const Index length : lengths) {
    for (Index i = 0; i + 1 < length; ++i) pairs.insert(pairs.end(), {node + i, node + i + 1});
    node += length;
  }
  return pattern_of_elements(node, pairs, 2);
}

// Every fine node follows the coarse nodes listed for it, in equal shares.
Interpolation following(Index coarse_nodes, const std::vector<std::vector<Index>>& rows) {
  Interpolation P;
  P.coarse_nodes = coarse_nodes;
  P.row_start.push_back(0);
  for (const auto& row : rows) {
    for (const Index J : row) {
      P.column.push_back(J);
      P.weight.push_back(1.0F / static_cast<float>(row.size()));
    }
    P.row_start.push_back(static_cast<Index>(P.column.size()));
  }
  transpose(P);
  return P;
}

TEST(SupportSplit, a_coarse_node_over_two_separate_chains_becomes_two) {
  std::vector<Index> copy_of;
  const Interpolation P = split_by_support(following(1, {{0}, {0}, {0}, {0}, {0}}), chains({3, 2}), copy_of);
  EXPECT_EQ(copy_of, (std::vector<Index>{0, 0}));
  EXPECT_EQ(P.coarse_nodes, 2);
  EXPECT_EQ(P.column, (UnsetVector<Index>{0, 0, 0, 1, 1}));
  EXPECT_EQ(P.weight, UnsetVector<float>(5, 1.0F));
  EXPECT_EQ(P.transposed_start, (UnsetVector<Index>{0, 3, 5}));
}

TEST(SupportSplit, a_connected_support_stays_one) {
  const Interpolation P = following(2, {{0}, {0, 1}, {0, 1}, {1}});
  std::vector<Index> copy_of;
  const Interpolation split = split_by_support(P, chains({4}), copy_of);
  EXPECT_EQ(copy_of, (std::vector<Index>{0, 1}));
  EXPECT_EQ(split.column, P.column);
  EXPECT_EQ(split.weight, P.weight);
  EXPECT_EQ(split.row_start, P.row_start);
}

TEST(SupportSplit, a_support_that_hangs_together_only_outside_of_itself_is_split) {
  // One chain, whose ends follow node 0 and whose middle follows node 1: a horseshoe.
  std::vector<Index> copy_of;
  const Interpolation P =
      split_by_support(following(2, {{0}, {0}, {1}, {1}, {0}, {0}}), chains({6}), copy_of);
  EXPECT_EQ(copy_of, (std::vector<Index>{0, 0, 1}));
  EXPECT_EQ(P.column, (UnsetVector<Index>{0, 0, 2, 2, 1, 1}));
}

TEST(SupportSplit, lone_nodes_follow_nothing) {
  std::vector<Index> copy_of;
  const Interpolation P = split_by_support(following(2, {{0}, {0}, {0, 1}, {1}}), chains({2, 1, 1}), copy_of);
  EXPECT_EQ(P.row_start, (UnsetVector<Index>{0, 1, 2, 2, 2}));
  // A coarse node that none follows any more stays, so that numbers keep their meaning.
  EXPECT_EQ(copy_of, (std::vector<Index>{0, 1}));
  EXPECT_EQ(P.transposed_start, (UnsetVector<Index>{0, 2, 2}));
}

TEST(SupportSplit, nodes_that_follow_nothing_part_a_support) {
  // A held node in the middle: its row is empty, and the chain goes through it.
  std::vector<Index> copy_of;
  split_by_support(following(1, {{0}, {}, {0}}), chains({3}), copy_of);
  EXPECT_EQ(copy_of, (std::vector<Index>{0, 0}));
}

TEST(SupportSplit, keeps_the_sum_of_weights_of_every_node) {
  std::vector<Index> copy_of;
  const Interpolation P =
      split_by_support(following(3, {{0, 1}, {0, 1, 2}, {1, 2}, {0, 2}, {0, 1, 2}}), chains({2, 3}), copy_of);
  for (Index i = 0; i < 5; ++i) {
    float sum = 0;
    for (Index at = P.row_start[i]; at < P.row_start[i + 1]; ++at) sum += P.weight[at];
    EXPECT_NEAR(sum, 1, 1e-6F);
  }
  // Node 1 has three: the nodes 2 and 4 of the second chain meet in 3, which does not follow it.
  EXPECT_EQ(copy_of, (std::vector<Index>{0, 0, 1, 1, 1, 2, 2}));
}

}  // namespace
}  // namespace sinew
