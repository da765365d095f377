#include <gtest/gtest.h>

#include <cmath>

#include "contact_bodies.h"

namespace sinew {
namespace {

using test::kStep;

// Two jaws close on a box that stands on the ground, from the left and from the right, and lift it.
struct Lift {
  double height;    // of the lower face at the end, m
  double pressing;  // of one jaw before it lifts, N
  double weight;    // N
  double sinks;     // in the second after the lift, m
};

Lift lift(double friction) {
  World world;
  test::BoxOptions options;
  options.size = {0.1, 0.1, 0.1}, options.at = {0, 0.002, 0}, options.cells = {1, 1, 1},
  options.refinements = 2;
  options.young = 2e4;
  const double weight = test::weight_of(world.add(test::soft_box(options)));
  world.set_contact({.friction = friction});
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  const double closing = 0.006;
  for (const int side : {-1, 1}) {
    const double near = side * 0.052, far = side * 0.07;
    world.add(
        Obstacle{.name = side < 0 ? "left" : "right",
                 .shape = BoxShape{{std::min(near, far), 0.02, -0.04}, {std::max(near, far), 0.08, 0.04}},
                 .motion = {.path = {{0.1, {}},
                                     {0.3, {-side * closing, 0, 0}},
                                     {0.5, {-side * closing, 0, 0}},
                                     {1.0, {-side * closing, 0.06, 0}}}}});
  }
  Lift result{0, 0, weight, 0};
  for (int i = 0; i < 62; ++i) {
    world.step(kStep, {.reactions = true});
    if (i == 28)
      for (const ContactSum& sum : world.frame().contact.sums)
        if (sum.a == "left") result.pressing = -sum.force.x;
  }
  const auto height = [&] { return bounding_box(world.frame().bodies[0].positions).lower.y; };
  result.height = height();
  for (int i = 0; i < 30; ++i) world.step(kStep);  // it swings out
  const double before = height();
  for (int i = 0; i < 60; ++i) world.step(kStep);
  result.sinks = before - height();
  return result;
}

TEST(Grasp, jaws_lift_a_box_if_friction_carries_its_weight_and_slip_off_if_it_does_not) {
  const Lift firm = lift(0.5);
  EXPECT_GT(firm.height, 0.05);
  EXPECT_LT(std::abs(firm.sinks), 1e-8);
  // Two jaws carry 2 mu N.
  const double needed = firm.weight / (2 * firm.pressing);
  EXPECT_LT(needed, 0.5);
  EXPECT_LT(lift(0.6 * needed).height, 0.02);
  EXPECT_GT(lift(1.6 * needed).height, 0.045);  // its sides slide a little until they carry it
}

}  // namespace
}  // namespace sinew
