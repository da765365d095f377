#include "body/contact_side.h"

#include "octree/octree_bodies.h"
#include "octree/solver/octree_system.h"
#include "stepping/contact_steps.h"
#include "stepping/level_checks.h"

namespace sinew {
namespace {

const Material kRubber{1e6, 0.3, 1000};
constexpr double kStep = 0.02;
constexpr std::array kStrains{Strain::kCauchy, Strain::kCorotated};

OctreeBodyModel bar(const Vec3& gravity) {
  OctreeBodyModel model = test::held_box({16, 8, 8}, 0.125, kRubber);
  model.forces = {Gravity{gravity}};
  return model;
}

TEST(OctreeContactSide, a_step_in_three_parts_has_the_bits_of_predict) {
  for (const Strain strain : kStrains)
    for (const Integrator integrator :
         {Integrator::kBackwardEuler, Integrator::kNewmark, Integrator::kGeneralizedAlpha}) {
      SCOPED_TRACE(static_cast<int>(integrator));
      ElasticParams params = test::octree_params(strain, integrator, SolverMethod::kMultigrid, 1e-4);
      params.solver.cycles = 3;
      OctreeBody whole("bar", bar({0, -9.81, 0}), params), parts("bar", bar({0, -9.81, 0}), params);
      for (int step = 0; step < 4; ++step) {
        whole.predict(step * kStep, kStep);
        whole.commit();
        test::step_with(parts, step * kStep, kStep, {});
        if (step != 1) continue;
        for (OctreeBody* body : {&whole, &parts}) body->cut(test::wall_at(1.01, {0, 0.5, -1}, {0, 2, 2}));
      }
      test::expect_same_state(whole, parts);
    }
}

TEST(OctreeContactSide, forces_handed_in_act_as_applied_ones_do) {
  for (const Strain strain : kStrains)
    for (const Integrator integrator : {Integrator::kBackwardEuler, Integrator::kNewmark,
                                        Integrator::kGeneralizedAlpha, Integrator::kStatic}) {
      SCOPED_TRACE(static_cast<int>(integrator));
      const ElasticParams params = test::octree_params(strain, integrator, SolverMethod::kMultigridCg, 1e-11);
      OctreeBody expected("bar", bar({3, -9.81, 0}), params), pushed("bar", bar({0, -9.81, 0}), params);
      const auto forces = test::weights(pushed.rest().mass, {3, 0, 0});
      for (int step = 0; step < 3; ++step) {
        expected.predict(step * kStep, kStep);
        expected.commit();
        test::step_with(pushed, step * kStep, kStep, forces);
      }
      EXPECT_LT(test::difference(pushed, expected), 1e-7);
    }
}

TEST(OctreeContactSide, single_cycles_come_to_the_same_step) {
  for (const Strain strain : kStrains) {
    OctreeBody expected("bar", bar({0, -9.81, 0}), test::octree_params(strain, Integrator::kBackwardEuler));
    OctreeBody cycled("bar", bar({0, -9.81, 0}),
                      test::octree_params(strain, Integrator::kBackwardEuler, SolverMethod::kMultigrid));
    test::step_with(expected, 0, kStep, {});
    test::step_with(cycled, 0, kStep, {}, 1, 40);
    EXPECT_LT(test::difference(cycled, expected), 1e-6);
  }
}

TEST(OctreeContactSide, moves_are_exact) {
  for (const Strain strain : kStrains) {
    OctreeBody body("bar", bar({0, -9.81, 0}), test::octree_params(strain, Integrator::kBackwardEuler));
    test::expect_exact_moves(body, kStep);
  }
}

TEST(SystemLevels, of_cells_are_those_of_the_operator) {
  const OctreeBody body("bar", bar({}), test::octree_params(Strain::kCorotated, Integrator::kBackwardEuler));
  const OctreeRest& rest = body.rest();
  ASSERT_GT(rest.grid.vertices.hanging(), 0);
  const StepScheme scheme = step_scheme(Integrator::kBackwardEuler, {}, kStep);
  SolverParams solver;
  solver.method = SolverMethod::kMultigrid;
  std::vector<std::unique_ptr<OctreeSystem>> systems;
  systems.push_back(make_octree_system(rest, Strain::kCorotated, solver));
  systems.push_back(make_assembled_system(rest, OctreeStructure(rest), Strain::kCorotated, solver));
  for (const auto& system : systems) {
    system->set_scheme(scheme);
    system->linearise({});
    const test::LevelChecks checks(*system, scheme, rest.held);
    EXPECT_GE(checks.levels().levels.size(), 1u);
    checks.expect_inverse_diagonal(37, 1e-4);
    checks.expect_coarsest_inverse(1e-2);
  }
}

}  // namespace
}  // namespace sinew
