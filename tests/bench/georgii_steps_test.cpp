#include "bench/georgii_steps.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sinew {
namespace {

TEST(GeorgiiSteps, one_iteration_fewer_than_the_fewest_misses_the_bound) {
  const TetBodyModel model = georgii_bridge(3);
  constexpr double kBound = 1e-3;
  const CalibratedSolver fewest = fewest_iterations(model, georgii_params(), kBound, 4);
  EXPECT_LE(fewest.error, kBound);
  ASSERT_GT(fewest.solver.cycles, 1);
  SolverParams fewer = fewest.solver;
  --fewer.cycles;
  EXPECT_GT(largest_step_error(model, georgii_params(), fewer, 4), kBound);
}

TEST(GeorgiiSteps, under_a_constant_load_damped_schemes_come_to_rest_with_one_cycle_a_step) {
  for (const Integrator integrator : {Integrator::kGeneralizedAlpha, Integrator::kBackwardEuler}) {
    ElasticParams params = georgii_params();
    params.integrator = integrator;
    const ConstantLoad load = one_cycle_under_constant_load(georgii_bridge(2), params, 1e-6, 200);
    EXPECT_LE(load.error, 1e-6);
    EXPECT_LT(load.steps, 200);
  }
}

// The steps of Newmark's scheme are not at rest even if they are solved: modes decay by alpha dt / 2 over
// 1 + (omega dt / 2)^2 in a step.
TEST(GeorgiiSteps, under_a_constant_load_newmark_does_not_come_to_rest) {
  const TetBodyModel model = georgii_bridge(2);
  ElasticParams params = georgii_params();
  params.solver.tolerance = 1e-10;
  TetBody body("bridge", model, params);
  std::vector<Vec3> before;
  for (int step = 0; step < 200; ++step) {
    before = body.displacements();
    body.predict(step * kGeorgiiStep, kGeorgiiStep);
    body.commit();
  }
  double moved = 0, size = 0;
  const std::vector<Vec3> u = body.displacements();
  for (std::size_t i = 0; i < u.size(); ++i)
    moved += squared_norm(u[i] - before[i]), size += squared_norm(u[i]);
  EXPECT_GT(std::sqrt(moved / size), 0.01);
}

}  // namespace
}  // namespace sinew
