#include <fmt/format.h>

#include "bench/benches.h"
#include "bench/dick_system.h"

namespace sinew {

namespace {

// Times include rebuilding the operators of a step.
void add_case(BenchContext& context, const DickCase& paper) {
  const DickSystem system(cut_rest(make_dick_model(paper)), Integrator::kNewmark);
  constexpr int kRuns = 3;
  const SolverTrace mg = system.trace(v_cycles(3), {.runs = kRuns});
  const double error = mg.errors.back();
  const SolverTrace cg = system.trace(endless(SolverMethod::kCg), {.near_enough = error, .runs = kRuns});
  const double mg_seconds = mg.rebuild + mg.seconds.back();
  const double cg_seconds = cg.rebuild + cg.seconds_to(error);
  BenchRow& row = context.add_row(paper.name);
  row.add("cells", system.cell_count(), paper.paper_cut_cells);
  row.add("runs", kRuns);
  row.add("mg_s", mg_seconds, fmt::format("{}", paper.paper_mg));
  row.add("mg_error_reduction", error, fmt::format("{}", paper.paper_mg_error));
  row.add("cg_error_reduction", cg.error_after(mg_seconds - cg.rebuild),
          fmt::format("{}", paper.paper_cg_error));
  row.add("cg_s", cg_seconds, fmt::format("{}", paper.paper_cg));
  row.add("cg_iterations", cg.iterations_to(error));
  row.add("cg_over_mg", cg_seconds / mg_seconds, fmt::format("{:.1f}", paper.paper_cg / paper.paper_mg));
}

void run(BenchContext& context) {
  for (const DickCase& row : dick_cases())
    if (context.wants(row.name)) add_case(context, row);
}

}  // namespace

Bench dick_table2_bench() {
  Bench bench{
      "dick-table2",
      "[Dick11, table 2]: one step from zero by three V(1,1)-cycles, and by CG with the inverted diagonal",
      {},
      run};
  for (const DickCase& row : dick_cases()) bench.cases.emplace_back(row.name);
  return bench;
}

}  // namespace sinew
