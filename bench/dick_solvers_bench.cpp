#include <fmt/format.h>

#include <cmath>

#include "bench/benches.h"
#include "bench/dick_system.h"

namespace sinew {

namespace {

struct Rival {
  const char *key, *name;
  SolverParams solver;
};

// Limit of a solve: plain CG on the figure in balance takes thousands of iterations to an error of 1e-1.
constexpr double kMostSeconds = 40;
// Curves end here.
constexpr int kDecades = 8;
constexpr double kNearEnough = 1e-8;

// Times include set-up, operators and factors; not a number if an error is not reached in time.
void add_figures(BenchRow& row, const Rival& rival, const SolverTrace& trace) {
  const double before = trace.set_up + trace.first_rebuild;
  row.add(fmt::format("{}_set_up_s", rival.key), trace.set_up);
  row.add(fmt::format("{}_s_to_1e1", rival.key), before + trace.seconds_to(1e-1));
  row.add(fmt::format("{}_s_to_1e3", rival.key), before + trace.seconds_to(1e-3));
  row.add(fmt::format("{}_s_to_1e6", rival.key), before + trace.seconds_to(1e-6));
  if (trace.errors.back() > 1e-6) row.add(fmt::format("{}_error_at_end", rival.key), trace.errors.back());
}

// The curve of a solver in fig. 12, from the end of its set-up on: the seconds at which each decade of the error
// is reached, and the iterations that takes.
void add_curve(BenchRow& row, const SolverTrace& trace) {
  row.add("set_up_s", trace.set_up + trace.first_rebuild);
  for (int decade = 1; decade <= kDecades; ++decade) {
    const double error = std::pow(10.0, -decade);
    const int iterations = trace.iterations_to(error);
    if (iterations < 0) break;
    row.add(fmt::format("s_to_1e-{}", decade), trace.seconds[iterations]);
    row.add(fmt::format("iterations_to_1e-{}", decade), iterations);
  }
  row.add("error_at_end", trace.errors.back());
}

void add_case(BenchContext& context, const char* name, const OctreeRest& rest, Integrator integrator) {
  constexpr int kMostCycles = 60;
  constexpr Index kMostCholeskyCells = 10'000;
  constexpr Index kManyCells = 500'000;
  const DickSystem system(rest, integrator);
  const int runs = system.cell_count() > kManyCells ? 2 : 3;
  BenchRow& row = context.add_row(name);
  row.add("cells", system.cell_count());
  row.add("runs", runs);
  for (const Rival& rival : {Rival{"mg", "multigrid", v_cycles(kMostCycles)},
                             Rival{"cgmg", "CG with multigrid", endless(SolverMethod::kMultigridCg)},
                             Rival{"cg", "CG", endless(SolverMethod::kCg)}}) {
    const SolverTrace trace =
        system.trace(rival.solver, {.near_enough = kNearEnough, .most_seconds = kMostSeconds, .runs = runs});
    add_figures(row, rival, trace);
    add_curve(context.add_row(fmt::format("{}, {}", name, rival.name)), trace);
  }
  if (system.cell_count() > kMostCholeskyCells) return;
  const SolverTrace direct = system.trace(endless(SolverMethod::kCholesky), {.runs = runs});
  row.add("cholesky_set_up_s", direct.set_up);
  row.add("cholesky_s", direct.set_up + direct.first_rebuild + direct.seconds.back());
}

void run(BenchContext& context) {
  const auto rest = [](const char* name) { return cut_rest(make_dick_model(dick_case(name))); };
  for (const char* name : {"rabbit-8k", "cube-230k"})
    if (context.wants(name)) add_case(context, name, rest(name), Integrator::kNewmark);
  const bool moving = context.wants("figure-643k"), in_balance = context.wants("figure-643k-static");
  if (!moving && !in_balance) return;
  const OctreeRest figure = rest("figure-643k");
  if (moving) add_case(context, "figure-643k", figure, Integrator::kNewmark);
  if (in_balance) add_case(context, "figure-643k-static", figure, Integrator::kStatic);
}

}  // namespace

Bench dick_solvers_bench() {
  return {
      "dick-solvers",
      "[Dick11, fig. 12]: seconds to an error, set-up included: multigrid, CG with multigrid, CG, Cholesky",
      {"rabbit-8k", "cube-230k", "figure-643k", "figure-643k-static"},
      run};
}

}  // namespace sinew
