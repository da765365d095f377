#include "adaptive/front.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "adaptive/hierarchies.h"
#include "adaptive/random_fronts.h"

namespace sinew {
namespace {

class FrontOfABear : public testing::Test {
 protected:
  const AdaptiveRest rest = test::small_bear();
  const NodeForest forest = make_node_forest(rest);

  // Whether all four nodes have values.
  bool has_values(const Front& front, int level, const ElementRow& row) {
    return std::ranges::all_of(row.node, [&](Index n) { return front.mark(level, n) != NodeMark::kIdle; });
  }
  bool are_active(const Front& front, int level, const ElementRow& row) {
    return std::ranges::all_of(row.node, [&](Index n) { return front.is_active(level, n); });
  }
};

TEST_F(FrontOfABear, cascade_neighbours_are_mutual) {
  for (const NodeForest::Level& level : forest.levels)
    for (Index N = 0; N + 1 < std::ssize(level.cascade.start); ++N)
      for (const Index other : level.cascade[N])
        EXPECT_TRUE(std::ranges::binary_search(level.cascade[other], N));
}

TEST_F(FrontOfABear, random_refinement_and_coarsening_keep_the_rules) {
  Front front(rest, forest);
  Random random(3);
  for (int change = 0; change < 2000; ++change) {
    test::change_at_random(rest, random, front);
    front.settle();
    ASSERT_EQ(front.broken_rule(), "");
  }
}

// What a cycle reads on any front: see adaptive/multilevel_cycle.h.
TEST_F(FrontOfABear, interpolation_and_restriction_read_nodes_with_values_only) {
  Front front(rest, forest);
  Random random(4);
  for (int change = 0; change < 300; ++change) {
    test::change_at_random(rest, random, front);
    front.settle();
    for (int l = 0; l + 1 < rest.count(); ++l) {
      for (const Index n : front.lists(l).active) ASSERT_TRUE(are_active(front, l + 1, rest.levels[l].up[n]));
      for (const Index n : front.lists(l).interface)
        ASSERT_TRUE(has_values(front, l + 1, rest.levels[l].up[n]));
      for (const Index N : front.lists(l + 1).interior)

        for (const auto& [n, weight] : rest.levels[l].down[N]) ASSERT_NE(front.mark(l, n), NodeMark::kIdle);
    }
    for (int l = 0; l < rest.count(); ++l)
      for (const Index e : front.lists(l).elements)
        for (const Index n : rest.levels[l].elements.stars.element(e))
          ASSERT_NE(front.mark(l, n), NodeMark::kIdle);
  }
}

TEST_F(FrontOfABear, coarsening_takes_everything_back) {
  Front front(rest, forest);
  front.refine_all();
  front.settle();
  EXPECT_TRUE(front.is_all_fine());
  for (int l = 1; l < rest.count(); ++l)
    for (Index node = 0; node < rest.levels[l].node_count(); ++node)
      if (front.may_coarsen(l, node)) front.coarsen(l, node);
  front.settle();
  EXPECT_EQ(front.active_count(), rest.levels.back().node_count());
}

TEST_F(FrontOfABear, marks_that_break_a_rule_are_refused) {
  Front front(rest, forest);
  Random random(5);
  for (int change = 0; change < 50; ++change) test::change_at_random(rest, random, front);
  front.settle();
  const std::vector<double> good = front.saved();
  Front other(rest, forest);
  EXPECT_TRUE(other.restore(good));
  EXPECT_EQ(other.saved(), good);
  for (const double wrong : {0.0, 3.0, -1.0}) {
    std::vector<double> bad = good;
    bad.back() = wrong;
    EXPECT_FALSE(other.restore(bad));
  }
  EXPECT_FALSE(other.restore(std::span(good).first(good.size() - 1)));
  EXPECT_EQ(other.saved(), good);
}

}  // namespace
}  // namespace sinew
