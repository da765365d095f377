#include <gmock/gmock.h>

#include "base/error_of.h"
#include "contact_bodies.h"

namespace sinew {
namespace {

// A plate that goes 30 m in a step takes the upper half of a soft box along.
TEST(TornBody, stops_the_step_and_is_named) {
  World world;
  test::BoxOptions options;
  options.name = "jelly";
  options.size = {0.1, 0.1, 0.1};
  options.young = 1;
  options.gravity = {};
  world.add(test::soft_box(options));
  world.add(Obstacle{.name = "plate",
                     .shape = BoxShape{{-0.3, 0.05, -1}, {-0.2, 1, 1}},
                     .motion = Motion{.velocity = {3000, 0, 0}}});
  const std::string message = error_of([&] { world.step(0.01); });
  EXPECT_THAT(message, testing::HasSubstr("body 'jelly', step 1: contact tears it apart"));
  EXPECT_EQ(world.step_count(), 0);
}

}  // namespace
}  // namespace sinew
