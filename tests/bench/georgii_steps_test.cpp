#include "bench/georgii_steps.h"

#include <gtest/gtest.h>

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

TEST(GeorgiiSteps, under_a_constant_load_backward_euler_comes_to_rest_with_one_cycle_a_step) {
  ElasticParams params = georgii_params();
  params.integrator = Integrator::kBackwardEuler;
  const ConstantLoad load = one_cycle_under_constant_load(georgii_bridge(2), params, 1e-6, 200);
  EXPECT_LE(load.error, 1e-6);
  EXPECT_LT(load.steps, 200);
}

}  // namespace
}  // namespace sinew
