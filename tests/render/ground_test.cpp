#include "render/engine/ground.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(Ground, the_grid_is_a_tenth_of_the_scene_as_one_two_or_five) {
  EXPECT_DOUBLE_EQ(grid_spacing(10), 1);
  EXPECT_DOUBLE_EQ(grid_spacing(17), 2);
  EXPECT_DOUBLE_EQ(grid_spacing(0.44), 0.05);
  EXPECT_DOUBLE_EQ(grid_spacing(0.09), 0.01);
  EXPECT_DOUBLE_EQ(grid_spacing(0), 1);
}

}  // namespace
}  // namespace sinew
