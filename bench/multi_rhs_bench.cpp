#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "base/timer.h"
#include "bench/benches.h"
#include "bench/dick_system.h"
#include "bench/georgii_models.h"
#include "tet/tet_discretization.h"

namespace sinew {

namespace {

using Sides = std::vector<BlockVector<double>>;

constexpr int kLoads = 16;
constexpr double kStep = 0.03;  // s

// 1 N at one node each, in various directions: as contact and precomputed responses need them.
Sides point_loads(std::span<const char> held) {
  Random random(16);
  Sides loads;
  while (loads.size() < kLoads) {
    const auto node = static_cast<std::size_t>(random.uniform(0, static_cast<double>(held.size())));
    if (held[node] != 0) continue;
    loads.emplace_back(held.size());
    loads.back()[node] = to_block(normalized(random.in_box({-1, -1, -1}, {1, 1, 1})));
  }
  return loads;
}

double largest_error(const Sides& solutions, const Sides& exact) {
  double largest = 0;
  for (std::size_t s = 0; s < exact.size(); ++s) {
    BlockVector<double> difference = solutions[s];
    axpby<double>(-1, exact[s], 1, difference);
    largest = std::max(largest, norm<double>(difference) / norm<double>(exact[s]));
  }
  return largest;
}

// Measurements of one way to solve for all sides.
struct Measured {
  double cold = 0, milliseconds = 0;  // per side: in the first call, and the shortest
  int iterations = 0;                 // the largest of all sides
  Sides solutions;
};

template <typename SolveAll>
Measured measure(const Sides& loads, SolveAll&& solve_all) {
  constexpr int kLeast = 3;
  constexpr double kLong = 3;  // s
  Measured measured;
  const Timer spent;
  for (int run = 0; run < kLeast || (run < 10 && spent.seconds() < kLong); ++run) {
    Sides r = loads;
    measured.solutions.assign(loads.size(), BlockVector<double>(loads[0].size()));
    const Timer timer;
    const std::vector<SolveReport> reports = solve_all(r, measured.solutions);
    const double each = 1e3 * timer.seconds() / kLoads;
    if (run == 0) measured.cold = each;
    measured.milliseconds = run == 0 ? each : std::min(measured.milliseconds, each);
    for (const SolveReport& report : reports)
      measured.iterations = std::max(measured.iterations, report.iterations);
  }
  return measured;
}

void measure_goal(const StepSystem& system, const SolveGoal& goal, const Sides& loads, const Sides& exact,
                  const std::string& suffix, BenchRow& row) {
  const std::unique_ptr<SolveWork> work = system.make_work(), panel_work = system.make_work();
  const Measured alone = measure(loads, [&](Sides& r, Sides& e) {
    std::vector<SolveReport> reports;
    for (std::size_t s = 0; s < r.size(); ++s) reports.push_back(system.solve(goal, r[s], e[s], *work));
    return reports;
  });
  const Measured together =
      measure(loads, [&](Sides& r, Sides& e) { return system.solve_many(goal, r, e, *panel_work); });
  row.add("ms_per_side_1" + suffix, alone.milliseconds);
  row.add("ms_per_side_16" + suffix, together.milliseconds);
  row.add("times_cheaper" + suffix, alone.milliseconds / together.milliseconds);
  row.add("ms_per_side_1_cold" + suffix, alone.cold);
  row.add("ms_per_side_16_cold" + suffix, together.cold);
  row.add("iterations_1" + suffix, alone.iterations);
  row.add("iterations_16" + suffix, together.iterations);
  row.add("error_1" + suffix, largest_error(alone.solutions, exact));
  row.add("error_16" + suffix, largest_error(together.solutions, exact));
}

void measure_system(const StepSystem& system, std::span<const char> held, BenchRow& row) {
  const Sides loads = point_loads(held);
  Sides exact(loads.size()), r = loads;
  SolveGoal near;
  near.tolerance = 1e-10;
  system.solve_many(near, r, exact, *system.make_work());
  // The response as a fixed linear map of one cycle, then to a tolerance of 1e-4.
  SolveGoal linear;
  linear.linear = true;
  measure_goal(system, linear, loads, exact, "", row);
  measure_goal(system, {}, loads, exact, "_solved", row);
}

void measure_tetrahedra(const TetBodyModel& model, BenchRow& row) {
  TetDiscretization parts("body", model, ElasticParams{.strain = Strain::kCorotated});
  const ElasticRest& rest = parts.rest();
  StepSystem& system = parts.system();
  const BlockVector<double> u(static_cast<std::size_t>(rest.node_count()));
  system.set_scheme(step_scheme(Integrator::kBackwardEuler, {}, kStep));
  system.update_rotations(u);
  system.linearise(u);
  row.add("elements", rest.element_count());
  measure_system(system, rest.held, row);
}

void measure_octree(BenchRow& row) {
  DickCase rabbit = dick_case("rabbit-42k");
  rabbit.resolution = 101;
  const OctreeRest rest = cut_rest(make_dick_model(rabbit));
  const std::unique_ptr<OctreeSystem> system = make_octree_system(rest, Strain::kCorotated, {});
  system->set_scheme(step_scheme(Integrator::kBackwardEuler, {}, kStep));
  system->linearise({});
  row.add("elements", rest.grid.cells.count());
  measure_system(*system, rest.held, row);
}

}  // namespace

Bench multi_rhs_bench() {
  Bench bench;
  bench.name = "multi-rhs";
  bench.description = "the responses to sixteen point forces in a step, one after the other and side by side";
  bench.cases = {"rabbit-11k", "rabbit-90k", "octree-44k"};
  bench.run = [](BenchContext& context) {
    if (context.wants("rabbit-11k"))
      measure_tetrahedra(georgii_solid("rabbit", 11'100, 3), context.add_row("rabbit-11k"));
    if (context.wants("rabbit-90k"))
      measure_tetrahedra(georgii_solid("rabbit", 90'500, 3, 10), context.add_row("rabbit-90k"));
    if (context.wants("octree-44k")) measure_octree(context.add_row("octree-44k"));
  };
  return bench;
}

}  // namespace sinew
