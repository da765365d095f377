#include <fmt/format.h>

#include "bench/benches.h"
#include "bench/dick_system.h"

namespace sinew {

namespace {

struct Rival {
  const char* key;
  SolverParams solver;
};

// Limit of a solve: plain CG on the figure in balance takes thousands of iterations to an error of 1e-1.
constexpr double kMostSeconds = 40;

// Times include set-up, operators and factors; not a number if an error is not reached in time.
void add_figures(BenchRow& row, const Rival& rival, const SolverTrace& trace) {
  const double before = trace.set_up + trace.first_rebuild;
  row.add(fmt::format("{}_set_up_s", rival.key), trace.set_up);
  row.add(fmt::format("{}_s_to_1e1", rival.key), before + trace.seconds_to(1e-1));
  row.add(fmt::format("{}_s_to_1e3", rival.key), before + trace.seconds_to(1e-3));
  row.add(fmt::format("{}_s_to_1e6", rival.key), before + trace.seconds_to(1e-6));
  if (trace.errors.back() > 1e-6) row.add(fmt::format("{}_error_at_end", rival.key), trace.errors.back());
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
  for (const Rival& rival :
       {Rival{"mg", v_cycles(kMostCycles)}, Rival{"cgmg", endless(SolverMethod::kMultigridCg)},
        Rival{"cg", endless(SolverMethod::kCg)}})
    add_figures(
        row, rival,
        system.trace(rival.solver, {.near_enough = 1e-6, .most_seconds = kMostSeconds, .runs = runs}));
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
