#include "collision/overlapping_boxes.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace sinew {
namespace {

using Pairs = std::vector<std::array<Index, 2>>;

Pairs pairs_of(std::span<const Box3> boxes) {
  BoxSweep sweep;
  Pairs pairs;
  overlapping_boxes(boxes, sweep, pairs);
  return pairs;
}

Pairs slow_pairs(std::span<const Box3> boxes) {
  Pairs pairs;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = i + 1; j < boxes.size(); ++j)
      if (!boxes[i].empty() && !boxes[j].empty() && boxes[i].overlaps(boxes[j]))
        pairs.push_back({static_cast<Index>(i), static_cast<Index>(j)});
  return pairs;
}

TEST(OverlappingBoxes, pairs_of_a_heap_on_a_wide_floor_equal_brute_force) {
  Random random(1);
  std::vector<Box3> boxes = {{{-10, -1, -10}, {10, 0.2, 10}}, {}};
  for (int i = 0; i < 1000; ++i) {
    const Vec3 p = random.in_box({-2, 0, -2}, {2, 8, 2}), size = random.in_box({0, 0, 0}, {0.6, 0.6, 0.6});
    boxes.push_back({p, p + size});
  }
  boxes.push_back({});
  const Pairs pairs = pairs_of(boxes);
  EXPECT_GT(pairs.size(), 500U);
  EXPECT_EQ(pairs, slow_pairs(boxes));
}

TEST(OverlappingBoxes, boxes_of_a_grid_that_touch_overlap) {
  std::vector<Box3> boxes;
  for (int i = 0; i < 125; ++i) {
    const Vec3 p{double(i % 5), double(i / 5 % 5), double(i / 25)};
    boxes.push_back({p, p + Vec3{1, 1, 1}});
  }
  EXPECT_EQ(pairs_of(boxes), slow_pairs(boxes));
  EXPECT_TRUE(pairs_of({}).empty());
  EXPECT_TRUE(pairs_of(std::vector<Box3>(3)).empty());
}

}  // namespace
}  // namespace sinew
