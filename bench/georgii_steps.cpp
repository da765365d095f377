#include "bench/georgii_steps.h"

#include <algorithm>
#include <cmath>

#include "base/timer.h"
#include "bench/machine.h"
#include "bench/median.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

void take_steps(TetBody& body, int first, int count) {
  for (int step = first; step < first + count; ++step) {
    body.predict(step * kGeorgiiStep, kGeorgiiStep);
    body.commit();
  }
}

double relative_difference(const std::vector<Vec3>& u, const std::vector<Vec3>& reference) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    difference += squared_norm(u[i] - reference[i]);
    size += squared_norm(reference[i]);
  }
  return std::sqrt(difference / size);
}

TetBody body_with(const TetBodyModel& model, ElasticParams params, const SolverParams& solver) {
  params.solver = solver;
  return TetBody("bench", model, params);
}

SolverParams solved(double tolerance) {
  SolverParams solver;
  solver.tolerance = tolerance;
  return solver;
}

SolverParams iterations(int count) {
  SolverParams solver;
  solver.cycles = count;
  return solver;
}

// Makes a step with `body` and with `reference`, which solves its system, from the same state.
double step_error(TetBody& body, TetBody& reference, int step) {
  reference.restore(body.state());
  take_steps(reference, step, 1);
  take_steps(body, step, 1);
  return relative_difference(body.displacements(), reference.displacements());
}

double largest_error(TetBody& body, TetBody& reference, int steps) {
  double largest = 0;
  for (int step = 0; step < steps; ++step) largest = std::max(largest, step_error(body, reference, step));
  return largest;
}

// Of the reference, for errors of 1e-3 and more.
constexpr double kSolvedTolerance = 1e-8;

}  // namespace

SolverParams one_cycle() {
  SolverParams solver;
  solver.method = SolverMethod::kMultigrid;
  solver.cycles = 1;
  return solver;
}

StepRate step_rate(TetBody& body, int longest_batch) {
  take_steps(body, 0, 3);
  const BodyState start = body.state();
  Timer timer;
  take_steps(body, 3, 2);
  const int batch = std::clamp(static_cast<int>(0.3 * 2 / timer.seconds()), 2, longest_batch);
  std::vector<double> rates, cpu;
  Timer whole;
  while (rates.size() < 5 || whole.seconds() < 1.5) {
    body.restore(start);
    timer.restart();
    const double cpu_before = cpu_seconds();
    take_steps(body, 3, batch);
    rates.push_back(batch / timer.seconds());
    cpu.push_back(1e3 * (cpu_seconds() - cpu_before) / batch);
  }
  return {median(rates), median(cpu)};
}

double largest_step_error(const TetBodyModel& model, ElasticParams params, const SolverParams& solver,
                          int steps) {
  TetBody body = body_with(model, params, solver);
  TetBody reference = body_with(model, params, solved(kSolvedTolerance));
  return largest_error(body, reference, steps);
}

CalibratedSolver fewest_iterations(const TetBodyModel& model, const ElasticParams& params, double bound,
                                   int steps) {
  constexpr int kMost = 200;
  TetBody reference = body_with(model, params, solved(kSolvedTolerance));
  const BodyState at_rest = reference.state();
  take_steps(reference, 0, 1);
  const std::vector<Vec3> first = reference.displacements();
  for (int count = 1; count <= kMost; ++count) {
    TetBody body = body_with(model, params, iterations(count));
    // Most counts fail in the first step, whose solution is known.
    take_steps(body, 0, 1);
    if (relative_difference(body.displacements(), first) > bound) continue;
    body.restore(at_rest);
    const double error = largest_error(body, reference, steps);
    if (error <= bound) return {iterations(count), error};
  }
  throw Error("no number of iterations meets the bound");
}

ConstantLoad one_cycle_under_constant_load(const TetBodyModel& model, const ElasticParams& params,
                                           double bound, int most_steps) {
  constexpr int kLook = 10, kEarly = 50;
  TetBody body = body_with(model, params, one_cycle());
  TetBody reference = body_with(model, params, solved(1e-11));
  ConstantLoad load;
  do {
    take_steps(body, load.steps, kLook - 1);
    load.steps += kLook;
    load.error = step_error(body, reference, load.steps - 1);
    if (load.steps == kEarly) load.error_after_50 = load.error;
  } while (load.error > bound && load.steps < most_steps);
  return load;
}

}  // namespace sinew
