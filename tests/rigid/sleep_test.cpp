#include <gtest/gtest.h>

#include "rigid_bodies.h"

// Rigid bodies at rest cost nothing.
namespace sinew {
namespace {

using test::added;
using test::kStep;

// A box on the ground that has fallen asleep.
World sleeping_box(RigidBodyModel model) {
  World world;
  model.surface = test::box_surface({0.2, 0.2, 0.2});
  model.placement.move = {0, 0.102, 0};
  added(world, std::make_unique<RigidBody>("box", std::move(model)));
  world.add(test::ground());
  for (int i = 0; i < 120 && world.frame().contact.asleep == 0; ++i) world.step(kStep);
  return world;
}

TEST(RigidSleep, a_box_at_rest_stays_asleep_with_its_forces) {
  World world = sleeping_box({});
  ASSERT_EQ(world.frame().contact.asleep, 1);
  const std::vector<Vec3> before = world.frame().bodies[0].positions;
  for (int i = 0; i < 10; ++i) {
    world.step(kStep, {.reactions = true});
    EXPECT_EQ(world.frame().contact.asleep, 1);
    ASSERT_EQ(world.frame().contact.sums.size(), 1U);
    EXPECT_NEAR(norm(world.frame().contact.sums[0].force), 8 * 9.81, 0.01);
  }
  EXPECT_EQ(world.frame().bodies[0].positions, before);
}

TEST(RigidSleep, a_pull_and_a_force_that_begins_wake_it) {
  World pulled = sleeping_box({});
  Pull pull = make_pull(pulled.frame().bodies[0], {0, 0.2, 0}, 0.1);
  pull.target.y += 0.05;
  pulled.bodies()[0]->pullable()->set_pulls({pull});
  pulled.step(kStep);
  EXPECT_EQ(pulled.frame().contact.asleep, 0);

  Gravity sideways{{3, 0, 0}};
  sideways.during.from = 3;
  World pushed = sleeping_box({.forces = {Gravity{}, sideways}});
  ASSERT_EQ(pushed.frame().contact.asleep, 1);
  while (pushed.time() < 3.1) pushed.step(kStep);
  EXPECT_EQ(pushed.frame().contact.asleep, 0);
}

}  // namespace
}  // namespace sinew
