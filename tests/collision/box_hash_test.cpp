#include "collision/box_hash.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"

namespace sinew {
namespace {

TEST(BoxHash, finds_the_pairs_that_a_double_loop_finds) {
  Random random(1);
  BoxHash hash;
  std::vector<std::array<Index, 2>> found;
  for (int round = 0; round < 200; ++round) {
    std::vector<FloatBox> boxes;
    const int count = static_cast<int>(random.below(80));
    for (int i = 0; i < count; ++i) {
      const Vec3 lower = random.in_box({-2, -2, -2}, {2, 2, 2});
      const double size = random.below(20) == 0 ? 3 : 0.6;
      boxes.push_back(float_box({lower, lower + random.in_box({0, 0, 0}, {size, size, size})}));
    }
    hash.overlaps(boxes, found);
    std::vector<std::array<Index, 2>> expected;
    for (Index i = 0; i < count; ++i)
      for (Index j = i + 1; j < count; ++j)
        if (overlap(boxes[i], boxes[j])) expected.push_back({i, j});
    std::ranges::sort(found);
    EXPECT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace sinew
