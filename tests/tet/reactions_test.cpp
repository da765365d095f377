#include <gtest/gtest.h>

#include <cmath>

#include "tet/bodies.h"
#include "tet/tet_system.h"

namespace sinew {
namespace {

using test::params_of;

const Placement kTurned{to_matrix({0.5, 0.1, 0.7, 0.5}), {3, -1, 2}};

Vec3 sum_of_forces(const std::vector<HoldReaction>& reactions) {
  Vec3 sum;
  for (const HoldReaction& one : reactions) sum += one.force;
  return sum;
}

// About the origin of the world.
Vec3 sum_of_torques(const std::vector<HoldReaction>& reactions) {
  Vec3 sum;
  for (const HoldReaction& one : reactions) sum += one.torque + cross(one.at, one.force);
  return sum;
}

TEST(Reactions, they_are_unknown_before_the_first_step_and_named) {
  TetBodyModel model = test::held_model(test::small_bar(), {1e5, 0.3, 1000}, test::at_the_left);
  model.holds.push_back({{5}, Motion{}, {}, "peg"});
  const TetBody body("bar", model, params_of(Strain::kCauchy, Integrator::kBackwardEuler));
  const auto reactions = body.reactions();
  ASSERT_EQ(reactions.size(), 2);
  EXPECT_EQ(reactions[0].hold, "hold0");
  EXPECT_EQ(reactions[1].hold, "peg");
  EXPECT_TRUE(std::isnan(reactions[0].force.x));
  EXPECT_LT(distance(reactions[0].at, {0, 0.5, 0.5}), 1e-12);
}

TEST(Reactions, in_balance_they_carry_the_weight_and_its_moment) {
  for (const Strain strain : test::kStrains)
    for (const Placement& placement : {Placement{}, kTurned}) {
      TetBodyModel model = test::held_model(test::small_bar(), {5e5, 0.3, 1000}, test::at_the_left);
      model.placement = placement;
      model.forces = {Gravity{}};
      TetBody body("bar", model, params_of(strain, Integrator::kStatic));
      test::take_steps(body, 1, 1);
      const double weight = body.measure().mass * 9.81;
      EXPECT_LT(distance(sum_of_forces(body.reactions()), {0, weight, 0}), 1e-6 * weight)
          << test::name_of(strain);
      if (strain == Strain::kCauchy) continue;  // whose moments are those of the shape at rest
      const auto now = test::frame_of(body).positions;
      Vec3 moment;
      for (Index i = 0; i < body.rest().node_count(); ++i)
        moment +=
            cross(now[body.rest().order.old_of_new[i]], body.system().nodal_masses()[i] * Vec3{0, -9.81, 0});
      EXPECT_LT(norm(sum_of_torques(body.reactions()) + moment), 1e-6 * weight) << test::name_of(strain);
    }
}

TEST(Reactions, a_pulled_bar_is_held_back_by_its_load_and_moment) {
  TetBodyModel model = test::held_model(test::small_bar(), {1e7, 0.3, 1000}, test::at_the_left);
  const Vec3 traction{1, 2, -3};
  model.forces = {
      SurfaceForce{.region = {HalfSpaceRegion{{2 - 1e-6, 0, 0}, {1, 0, 0}}}, .traction = traction}};
  TetBody body("bar", model, params_of(Strain::kCauchy, Integrator::kStatic));
  test::take_steps(body, 1, 1);
  const auto reactions = body.reactions();
  EXPECT_LT(distance(reactions[0].force, -traction), 1e-8);
  // Small strains: to first order the lever is the one at rest.
  EXPECT_LT(norm(reactions[0].torque + cross({2, 0, 0}, traction)), 1e-5);
}

// Lumped masses: the sum of their momenta, kg m/s.
Vec3 momentum(const TetBody& body) {
  const auto velocities = test::frame_of(body).velocities;
  const std::span<const double> masses = body.system().nodal_masses();
  Vec3 sum;
  for (std::size_t i = 0; i < masses.size(); ++i)
    sum += masses[i] * velocities[body.rest().order.old_of_new[i]];
  return sum;
}

struct SwungCase {
  Strain strain;
  Integrator integrator;
  Damping damping;
};

class SwungBar : public testing::TestWithParam<SwungCase> {};

TEST_P(SwungBar, the_impulse_of_its_holds_is_the_change_of_momentum_less_that_of_its_loads) {
  const auto& [strain, integrator, damping] = GetParam();
  TetBodyModel model = test::held_model(test::small_bar(), {2e5, 0.3, 1000}, test::at_the_left);
  model.placement = kTurned;
  model.forces = {Gravity{}};
  model.holds[0].motion = {.swing = {0, 0.05, 0.02}, .swing_frequency = 2};
  model.holds.push_back({test::nodes_where(model.levels[0], [](const Vec3& p) { return p.x > 2 - 1e-9; }),
                         Motion{.velocity = {0.1, 0, 0}},
                         {{1, 1, 0}}});
  ElasticParams params = params_of(strain, integrator);
  params.lumped_mass = true;
  params.newton_iterations = 40;
  params.damping = damping;
  TetBody body("bar", model, params);
  const double dt = 0.01, mass = body.measure().mass;
  body.predict(0, dt), body.commit();
  Vec3 impulse;
  const Vec3 before = momentum(body);
  for (int step = 1; step < 12; ++step) {
    const auto at = test::frame_of(body).positions;
    body.predict(step * dt, dt), body.commit();
    impulse += dt * (sum_of_forces(body.reactions()) + mass * Vec3{0, -9.81, 0});
    // Mass damping takes momentum by alpha m w.
    const auto now = test::frame_of(body).positions;
    for (Index i = 0; i < body.rest().node_count(); ++i) {
      const Index v = body.rest().order.old_of_new[i];
      impulse -= damping.mass * body.system().nodal_masses()[i] * (now[v] - at[v]);
    }
    EXPECT_LT(std::abs(body.reactions()[1].force.x - body.reactions()[1].force.y) +
                  std::abs(body.reactions()[1].force.z),
              1e-6);
  }
  EXPECT_GT(norm(momentum(body) - before), 1);
  // Generalized-alpha has its forces at a moment within the step: the sums differ by a part of the first and the
  // last step's.
  const double exact = integrator == Integrator::kGeneralizedAlpha ? 0.05 : 1e-6;
  EXPECT_LT(norm(momentum(body) - before - impulse), exact * norm(impulse) + 1e-5);
}

INSTANTIATE_TEST_SUITE_P(
    Schemes, SwungBar,
    testing::Values(SwungCase{Strain::kCauchy, Integrator::kNewmark, {0.5, 0.002}},
                    SwungCase{Strain::kCauchy, Integrator::kBackwardEuler, {0.5, 0.002}},
                    SwungCase{Strain::kCorotated, Integrator::kNewmark, {0.5, 0.002}},
                    SwungCase{Strain::kCorotated, Integrator::kBackwardEuler, {0.5, 0.002}},
                    SwungCase{Strain::kGreen, Integrator::kNewmark, {0.5, 0.002}},
                    SwungCase{Strain::kCauchy, Integrator::kGeneralizedAlpha, {0.5, 0.002}},
                    SwungCase{Strain::kCorotated, Integrator::kGeneralizedAlpha, {0.5, 0.002}},
                    SwungCase{Strain::kGreen, Integrator::kBackwardEuler, {0, 0}}));

TEST(Reactions, asking_for_them_changes_no_bit_of_the_steps) {
  for (const Strain strain : test::kStrains) {
    TetBodyModel model = test::held_model(test::small_bar(), {1e4, 0.3, 1000}, test::at_the_left);
    model.forces = {Gravity{}};
    const ElasticParams params =
        params_of(strain, Integrator::kBackwardEuler, SolverMethod::kMultigridCg, 1e-5);
    TetBody asked("bar", model, params), left("bar", model, params);
    for (int step = 0; step < 6; ++step) {
      for (TetBody* body : {&asked, &left}) body->predict(0.02 * step, 0.02), body->commit();
      asked.reactions();
    }
    EXPECT_EQ(asked.displacements(), left.displacements()) << test::name_of(strain);
  }
}

}  // namespace
}  // namespace sinew
