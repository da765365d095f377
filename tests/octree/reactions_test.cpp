#include <gtest/gtest.h>

#include "octree/octree_bodies.h"

namespace sinew {
namespace {

using test::octree_params;

const Placement kTurned{to_matrix({0.5, 0.1, 0.7, 0.5}), {3, -1, 2}};

// A bar with cells of several sizes, held at the left.
OctreeBodyModel held_bar(const Placement& placement) {
  OctreeBodyModel model = test::box_model({10, 5, 5}, 0.2, {5e5, 0.3, 1000});
  model.placement = placement;
  model.holds = {
      {{HalfSpaceRegion{placement.point({1e-9, 0, 0}), placement.direction({-1, 0, 0})}}, {}, {}, "wall"}};
  model.forces = {Gravity{}};
  return model;
}

TEST(OctreeReactions, in_balance_they_carry_the_weight_and_its_moment) {
  for (const Strain strain : {Strain::kCauchy, Strain::kCorotated})
    for (const Placement& placement : {Placement{}, kTurned}) {
      OctreeBody body("bar", held_bar(placement),
                      octree_params(strain, Integrator::kStatic, SolverMethod::kMultigridCg, 1e-10));
      test::take_steps(body, 1, 1);
      const HoldReaction wall = body.reactions()[0];
      const double weight = 9.81 * test::total_mass(body);
      EXPECT_EQ(wall.hold, "wall");
      EXPECT_LT(distance(wall.force, {0, weight, 0}), 1e-6 * weight);
      if (strain == Strain::kCauchy) continue;  // whose moments are those of the shape at rest
      const BodyFrame frame = test::frame_of(body);
      Vec3 moment;
      for (std::size_t v = 0; v < frame.positions.size(); ++v)
        moment += cross(frame.positions[v] - wall.at, body.rest().vertex_mass[v] * Vec3{0, -9.81, 0});
      // Forces in the axes of a cell leave a moment of second order in its strain.
      EXPECT_LT(norm(wall.torque + moment), 2e-4 * weight);
    }
}

TEST(OctreeReactions, the_impulse_of_a_moving_hold_is_the_change_of_momentum_less_that_of_the_weight) {
  for (const Strain strain : {Strain::kCauchy, Strain::kCorotated})
    for (const Integrator integrator : {Integrator::kNewmark, Integrator::kBackwardEuler}) {
      OctreeBodyModel model = held_bar(kTurned);
      model.holds[0].motion = {.swing = {0, 0.05, 0.02}, .swing_frequency = 2};
      ElasticParams params = octree_params(strain, integrator, SolverMethod::kMultigridCg, 1e-9);
      params.newton_iterations = 40;
      OctreeBody body("bar", model, params);
      const double dt = 0.01;
      double time = test::take_steps(body, 1, dt);
      const Vec3 before = test::momentum(body);
      Vec3 impulse;
      for (int step = 0; step < 8; ++step) {
        time = test::take_steps(body, 1, dt, time);
        impulse += dt * (body.reactions()[0].force + test::total_mass(body) * Vec3{0, -9.81, 0});
      }
      const Vec3 change = test::momentum(body) - before;
      EXPECT_GT(norm(change), 1);
      // Newton iterations on corotated cells leave some of their residual (stepping/newton_iterations.h).
      EXPECT_LT(norm(change - impulse), (strain == Strain::kCauchy ? 1e-7 : 1e-4) * norm(change));
    }
}

TEST(OctreeReactions, frames_have_them_if_they_are_asked_for) {
  OctreeBody body("bar", held_bar({}), octree_params(Strain::kCauchy, Integrator::kStatic));
  test::take_steps(body, 1, 1);
  BodyFrame frame;
  body.publish({.reactions = true}, frame);
  ASSERT_EQ(frame.reactions.size(), 1);
  EXPECT_EQ(frame.reactions[0].force, body.reactions()[0].force);
  body.publish({}, frame);
  EXPECT_TRUE(frame.reactions.empty());
}

}  // namespace
}  // namespace sinew
