#include "mesh/box_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/random.h"

namespace sinew {
namespace {

struct RandomBoxes {
  std::vector<Box3> boxes;
  Box3 around;

  RandomBoxes(Random& random, int count, const Vec3& extent) {
    for (int i = 0; i < count; ++i) {
      const Vec3 lower = random.in_box({0, 0, 0}, extent), size = random.in_box({0, 0, 0}, 0.2 * extent);
      boxes.push_back({lower, lower + size});
      around.extend(boxes.back());
    }
  }
  BoxGrid grid() const {
    return {around, static_cast<Index>(boxes.size()), [&](Index i) { return boxes[i]; }};
  }
};

TEST(BoxGrid, all_boxes_around_a_point_are_among_those_at_it_in_ascending_order) {
  Random random(1);
  for (const Vec3& extent : {Vec3{1, 1, 1}, Vec3{10, 1, 0.01}, Vec3{1, 1, 0}}) {
    const RandomBoxes of(random, 300, extent);
    const BoxGrid grid = of.grid();
    for (int n = 0; n < 500; ++n) {
      const Vec3 p = random.in_box(-0.2 * extent, 1.4 * extent);
      const auto at = grid.at(p);
      EXPECT_TRUE(std::ranges::is_sorted(at));
      for (Index i = 0; i < 300; ++i)
        EXPECT_TRUE(!of.boxes[i].contains(p) || std::ranges::binary_search(at, i));
    }
  }
}

TEST(BoxGrid, all_boxes_that_overlap_another_are_visited) {
  Random random(2);
  const RandomBoxes of(random, 300, {1, 2, 3});
  const BoxGrid grid = of.grid();
  for (int n = 0; n < 300; ++n) {
    const Vec3 lower = random.in_box({-1, -1, -1}, {2, 3, 4});
    const Box3 box{lower, lower + random.in_box({0, 0, 0}, {1, 1, 1})};
    std::set<Index> visited;
    grid.for_each_near(box, [&](Index i) { visited.insert(i); });
    for (Index i = 0; i < 300; ++i) EXPECT_TRUE(!of.boxes[i].overlaps(box) || visited.contains(i));
  }
}

TEST(BoxGrid, nothing_and_points_alone_have_a_grid_of_one_cell) {
  const BoxGrid empty(Box3{}, 0, [](Index) { return Box3{}; });
  EXPECT_EQ(empty.cell_count(), 1u);
  EXPECT_TRUE(empty.at({1, 2, 3}).empty());
  const Box3 point{{5, 5, 5}, {5, 5, 5}};
  const BoxGrid alone(point, 1, [&](Index) { return point; });
  EXPECT_EQ(alone.cell_count(), 1u);
  EXPECT_EQ(alone.at({5, 5, 5}).size(), 1u);
}

}  // namespace
}  // namespace sinew
