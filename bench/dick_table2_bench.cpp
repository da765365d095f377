#include <fmt/format.h>

#include "bench/benches.h"
#include "bench/dick_system.h"

namespace sinew {

namespace {

SolverParams iterations_of_cg(int count) {
  SolverParams solver;
  solver.method = SolverMethod::kCg;
  solver.cycles = count;
  return solver;
}

// The fewest iterations that come as near, by doubling and halving.
int iterations_to(DickSystem& system, double error) {
  int most = 8;
  while (system.solved_by(iterations_of_cg(most)).error > error && most < 1 << 14) most *= 2;
  int least = most / 2;
  while (most - least > least / 32 + 1) {
    const int middle = (least + most) / 2;
    (system.solved_by(iterations_of_cg(middle)).error > error ? least : most) = middle;
  }
  return most;
}

void add_case(BenchContext& context, const DickCase& paper) {
  DickSystem system(cut_rest(make_dick_model(paper)), Integrator::kNewmark);
  const DickSystem::Solved mg = system.solved_by(v_cycles(3), 5);
  const int iterations = iterations_to(system, mg.error);
  const DickSystem::Solved cg = system.solved_by(iterations_of_cg(iterations), 2);
  const int as_long = std::max(1, static_cast<int>(iterations * mg.seconds / cg.seconds));
  BenchRow& row = context.add_row(paper.name);
  row.add("cells", system.cell_count(), paper.paper_cut_cells);
  row.add("mg_s", mg.seconds, fmt::format("{}", paper.paper_mg));
  row.add("mg_error_reduction", mg.error, fmt::format("{}", paper.paper_mg_error));
  row.add("cg_error_reduction", system.solved_by(iterations_of_cg(as_long)).error,
          fmt::format("{}", paper.paper_cg_error));
  row.add("cg_s", cg.seconds, fmt::format("{}", paper.paper_cg));
  row.add("cg_iterations", iterations);
  row.add("cg_over_mg", cg.seconds / mg.seconds, fmt::format("{:.1f}", paper.paper_cg / paper.paper_mg));
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
