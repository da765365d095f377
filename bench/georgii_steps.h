#pragma once

#include "bench/georgii_models.h"

namespace sinew {

// Steps of the bodies of [Georgii05, table 1]: how fast they are, and how far they are from solved steps.

// One V(1,1)-cycle per step, and nothing else.
SolverParams one_cycle();

// The median over batches of steps, for about a second and a half. Each batch starts again shortly after the
// fall begins, since a body at rest has nothing to solve.
struct StepRate {
  double steps_per_second = 0;
  double cpu_ms = 0;  // CPU time of all threads per step, which depends less on what else the machine does
};
StepRate step_rate(TetBody& body, int longest_batch);

// Takes the first steps with `solver` and, from the same state each time, with a solved system. Returns the
// largest ||u - u*|| / ||u*||.
double largest_step_error(const TetBodyModel& model, ElasticParams params, const SolverParams& solver,
                          int steps);

// The fewest iterations of CG with a V(1,1)-cycle that keep the error of each of the first steps within a
// bound, the same number in every step.
struct CalibratedSolver {
  SolverParams solver;
  double error = 0;  // the largest
};
CalibratedSolver fewest_iterations(const TetBodyModel& model, const ElasticParams& params, double bound,
                                   int steps);

// Goes on with one cycle per step under gravity until the error of a step is within the bound, looking at it
// every ten steps, or until `most_steps`.
struct ConstantLoad {
  int steps = 0;
  double error = 0;           // of the last step
  double error_after_50 = 0;  // steps
};
ConstantLoad one_cycle_under_constant_load(const TetBodyModel& model, const ElasticParams& params,
                                           double bound, int most_steps);

}  // namespace sinew
