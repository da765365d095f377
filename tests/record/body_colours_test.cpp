#include "record/body_colours.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(BodyColour, neighbours_differ) {
  for (Index a = 0; a < 8; ++a)
    for (Index b = 0; b < a; ++b) EXPECT_GT(distance(body_colour(a), body_colour(b)), 0.1);
}

TEST(BodyColour, what_the_scene_gives_comes_first) {
  const Vec3 green{0.1, 0.8, 0.2};
  EXPECT_EQ(body_colour(1, {std::nullopt, green}), green);
  EXPECT_EQ(body_colour(0, {std::nullopt, green}), body_colour(0));
  EXPECT_EQ(body_colour(2, {std::nullopt, green}), body_colour(2));
}

}  // namespace
}  // namespace sinew
