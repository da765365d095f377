#include <gtest/gtest.h>

#include <algorithm>

#include "base/parallel.h"
#include "octree/momentum_transfer.h"
#include "octree/octree_bodies.h"
#include "octree/octree_momentum.h"
#include "stepping/long_run.h"

namespace sinew {
namespace {

using test::counted_cycles;
using test::momentum_of;
using test::take_steps;

constexpr double kStep = 0.01;

const Vec3 kTurning{0.3, -0.5, 2}, kDrift{0.4, 0.1, -0.2};

void spin(OctreeBody& body) {
  test::set_state(body, "velocity", [](const Vec3& x) {
    return kDrift + cross(kTurning, x - Vec3{0.5, 0.25, 0.25});
  });
}

// Soft enough to be deformed by its spin.
OctreeBodyModel free_bar() { return test::box_model({24, 12, 12}, 1.0 / 24, {1e5, 0.3, 1000}); }

double relative(const Vec3& a, const Vec3& b) { return distance(a, b) / norm(b); }

TEST(OctreeMomentum, is_kept_by_cuts_that_take_a_spinning_bar_apart) {
  OctreeBody body("bar", free_bar(), counted_cycles(Integrator::kGeneralizedAlpha));
  spin(body);
  double t = take_steps(body, 5, kStep);
  for (const double x : {0.53, 0.23}) {
    const Momentum before = momentum_of(body);
    const double energy = body.energies().kinetic + body.energies().elastic;
    ASSERT_TRUE(body.cut(test::wall_at(x, {0, -5, -5}, {0, 5, 5})));
    const Momentum after = momentum_of(body);
    EXPECT_LT(relative(after.linear, before.linear), 1e-10) << x;
    EXPECT_LT(relative(after.angular, before.angular), 1e-10) << x;
    EXPECT_NEAR(body.energies().kinetic + body.energies().elastic, energy, 0.01 * energy) << x;
    EXPECT_GT(body.tally().momentum_given_by_cuts, 0);
    EXPECT_LT(body.tally().momentum_given_by_cuts, 0.05 * norm(kTurning));
    t = take_steps(body, 2, kStep, t);
  }
  EXPECT_EQ(body.measure().pieces, 3);
}

TEST(OctreeMomentum, of_free_pieces_is_kept_by_steps_of_counted_cycles) {
  OctreeBody body("bar", free_bar(), counted_cycles(Integrator::kGeneralizedAlpha));
  spin(body);
  const double t = take_steps(body, 5, kStep);
  ASSERT_TRUE(body.cut(test::wall_at(0.53, {0, -5, -5}, {0, 5, 5})));
  const Momentum before = momentum_of(body);
  take_steps(body, 100, kStep, t);
  const Momentum after = momentum_of(body);
  EXPECT_LT(relative(after.linear, before.linear), 1e-12);
  EXPECT_LT(relative(after.angular, before.angular), 1e-6);
  EXPECT_GT(body.tally().momentum_given, 0);
  EXPECT_LT(body.tally().momentum_given, 1e-2);
}

TEST(OctreeMomentum, of_a_free_body_is_what_its_weight_gives_it) {
  for (const Integrator integrator :
       {Integrator::kNewmark, Integrator::kBackwardEuler, Integrator::kGeneralizedAlpha}) {
    OctreeBodyModel model = free_bar();
    model.forces = {Gravity{{0, -10, 0}}};
    OctreeBody body("bar", model, counted_cycles(integrator));
    spin(body);
    const Vec3 before = momentum_of(body).linear;
    const double t = take_steps(body, 20, kStep), mass = test::total_mass(body);
    const Vec3 expected = before + t * mass * Vec3{0, -10, 0};
    EXPECT_LT(relative(momentum_of(body).linear, expected), 1e-12) << static_cast<int>(integrator);
  }
}

TEST(OctreeMomentum, of_held_bodies_is_left_to_the_solver) {
  OctreeBodyModel model = free_bar();
  model.holds.push_back({test::left_of(1e-9), {}});
  OctreeBody body("bar", model, counted_cycles(Integrator::kGeneralizedAlpha));
  spin(body);
  take_steps(body, 3, kStep);
  ASSERT_TRUE(body.cut(test::wall_at(0.53, {0, 0.2, -5}, {0, 5, 5})));
  take_steps(body, 3, kStep, 3 * kStep);
  EXPECT_EQ(body.tally().momentum_given, 0);
  EXPECT_EQ(body.tally().momentum_given_by_cuts, 0);
}

TEST(OctreeMomentum, has_the_same_bits_for_1_2_and_4_threads) {
  BodyState one;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    OctreeBody body("bar", free_bar(), counted_cycles(Integrator::kGeneralizedAlpha));
    spin(body);
    take_steps(body, 2, kStep);
    ASSERT_TRUE(body.cut(test::wall_at(0.53, {0, -5, -5}, {0, 5, 5})));
    take_steps(body, 2, kStep, 2 * kStep);
    if (threads == 1) one = body.state();
    EXPECT_TRUE(test::same_bits(body.state(), one)) << threads;
  }
  set_thread_count(0);
}

}  // namespace
}  // namespace sinew
