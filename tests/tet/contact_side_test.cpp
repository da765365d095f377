#include "body/contact_side.h"

#include "stepping/contact_steps.h"
#include "stepping/level_checks.h"
#include "tet/bodies.h"
#include "tet/tet_discretization.h"

namespace sinew {
namespace {

using test::kStrains;
using test::name_of;

const Material kRubber{1e6, 0.3, 1000};
constexpr double kStep = 0.02;

TetBodyModel bar(const Vec3& gravity) {
  TetBodyModel model = test::held_model(test::small_bar(), kRubber, test::at_the_left);
  model.forces = {Gravity{gravity}};
  return model;
}

TEST(ContactSide, a_step_in_three_parts_has_the_bits_of_predict) {
  for (const Strain strain : kStrains)
    for (const Integrator integrator : {Integrator::kBackwardEuler, Integrator::kNewmark,
                                        Integrator::kGeneralizedAlpha, Integrator::kStatic})
      for (const SolverMethod method : {SolverMethod::kMultigridCg, SolverMethod::kMultigrid}) {
        SCOPED_TRACE(name_of(strain));
        ElasticParams params = test::params_of(strain, integrator, method, 1e-4);
        params.newton_tolerance = 1e-6;
        TetBody whole("bar", bar({0, -9.81, 0}), params), parts("bar", bar({0, -9.81, 0}), params);
        for (int step = 0; step < 4; ++step) {
          whole.predict(step * kStep, kStep);
          whole.commit();
          test::step_with(parts, step * kStep, kStep, {});
        }
        test::expect_same_state(whole, parts);
      }
}

TEST(ContactSide, forces_handed_in_act_as_applied_ones_do) {
  for (const Strain strain : kStrains)
    for (const Integrator integrator : {Integrator::kBackwardEuler, Integrator::kNewmark,
                                        Integrator::kGeneralizedAlpha, Integrator::kStatic}) {
      SCOPED_TRACE(name_of(strain));
      const ElasticParams params = test::params_of(strain, integrator, SolverMethod::kMultigridCg, 1e-11);
      TetBody expected("bar", bar({3, -9.81, 0}), params), pushed("bar", bar({0, -9.81, 0}), params);
      const TetDiscretization masses("bar", bar({}), params);
      const auto forces = test::weights(masses.tet_system().nodal_masses(), {3, 0, 0});
      for (int step = 0; step < 3; ++step) {
        expected.predict(step * kStep, kStep);
        expected.commit();
        test::step_with(pushed, step * kStep, kStep, forces);
      }
      EXPECT_LT(test::difference(pushed, expected), 1e-7);
    }
}

TEST(ContactSide, forces_of_the_last_relaxation_are_those_that_count) {
  const ElasticParams params = test::params_of(Strain::kCauchy, Integrator::kBackwardEuler);
  TetBody expected("bar", bar({0, -9.81, 0}), params), pushed("bar", bar({0, -9.81, 0}), params);
  const TetDiscretization masses("bar", bar({}), params);
  const auto forces = test::weights(masses.tet_system().nodal_masses(), {300, 0, 0});
  test::step_with(expected, 0, kStep, {});
  pushed.begin_step(0, kStep);
  pushed.contact_side()->relax(forces, 0);
  pushed.contact_side()->relax({}, 0);
  pushed.end_step();
  pushed.commit();
  EXPECT_LT(test::difference(pushed, expected), 1e-9);
}

TEST(ContactSide, single_cycles_come_to_the_same_step) {
  for (const Strain strain : kStrains) {
    SCOPED_TRACE(name_of(strain));
    TetBody expected("bar", bar({0, -9.81, 0}), test::params_of(strain, Integrator::kBackwardEuler));
    TetBody cycled("bar", bar({0, -9.81, 0}),
                   test::params_of(strain, Integrator::kBackwardEuler, SolverMethod::kMultigrid));
    test::step_with(expected, 0, kStep, {});
    test::step_with(cycled, 0, kStep, {}, 1, 60);
    EXPECT_LT(test::difference(cycled, expected), strain == Strain::kGreen ? 1e-4 : 1e-7);
  }
}

TEST(ContactSide, moves_are_exact) {
  for (const Strain strain : kStrains) {
    TetBody body("bar", bar({0, -9.81, 0}), test::params_of(strain, Integrator::kBackwardEuler));
    test::expect_exact_moves(body, kStep);
  }
}

TEST(ContactSide, a_step_starts_where_the_body_is) {
  TetBody body("bar", bar({0, -9.81, 0}), test::params_of(Strain::kCorotated, Integrator::kBackwardEuler));
  test::take_steps(body, 3, kStep);
  body.begin_step(3 * kStep, kStep);
  const auto positions = body.contact_side()->start_positions();
  const std::vector<double> u = test::state_of(body, "displacement");
  ASSERT_EQ(positions.size(), body.rest().positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i)
    EXPECT_EQ(positions[i].y, body.rest().positions[i].y + u[3 * i + 1]);
}

TEST(SystemLevels, of_tetrahedra_are_those_of_the_matrix) {
  for (const Strain strain : kStrains)
    for (const Precision precision : {Precision::kSingle, Precision::kDouble}) {
      SCOPED_TRACE(name_of(strain));
      ElasticParams params =
          test::params_of(strain, Integrator::kBackwardEuler, SolverMethod::kMultigrid, 1e-4);
      params.precision = precision;
      TetDiscretization parts("bar", bar({}), params);
      const StepScheme scheme = step_scheme(Integrator::kBackwardEuler, {}, kStep);
      const std::vector<Block3<double>> at_rest(parts.rest().positions.size());
      parts.system().set_scheme(scheme);
      parts.system().update_rotations(at_rest);
      parts.system().linearise(at_rest);
      const test::LevelChecks checks(parts.system(), scheme, parts.rest().held);
      EXPECT_EQ(static_cast<int>(checks.levels().levels.size()) + 1, parts.levels());
      checks.expect_inverse_diagonal(5, 1e-4);
      checks.expect_coarsest_inverse(1e-2);
    }
}

TEST(SystemLevels, of_a_factored_matrix_are_the_factors_alone) {
  TetDiscretization parts("bar", bar({}), test::params_of(Strain::kCauchy, Integrator::kBackwardEuler));
  const StepScheme scheme = step_scheme(Integrator::kBackwardEuler, {}, kStep);
  parts.system().set_scheme(scheme);
  const test::LevelChecks checks(parts.system(), scheme, parts.rest().held);
  EXPECT_TRUE(checks.levels().levels.empty());
  EXPECT_NE(checks.levels().coarsest, nullptr);
}

}  // namespace
}  // namespace sinew
