#include <fmt/format.h>

#include "bench/benches.h"
#include "bench/dick_system.h"

namespace sinew {

namespace {

struct Method {
  const char* key;
  SolverMethod method;
  int most;  // iterations
};
constexpr Method kMethods[] = {{"mg", SolverMethod::kMultigrid, 40},
                               {"cgmg", SolverMethod::kMultigridCg, 40},
                               {"cg", SolverMethod::kCg, 1 << 14}};

SolverParams iterations_of(const Method& method, int count) {
  SolverParams solver;
  solver.method = method.method;
  solver.cycles = count;
  return solver;
}

// Set-up and iterations until the error is below; each a run of its own from zero.
double seconds_to(DickSystem& system, const Method& method, double error) {
  int most = 1;
  while (system.solved_by(iterations_of(method, most)).error > error && most < method.most) most *= 2;
  int least = most / 2;
  while (most - least > least / 32 + 1) {
    const int middle = (least + most) / 2;
    (system.solved_by(iterations_of(method, middle)).error > error ? least : most) = middle;
  }
  const DickSystem::Solved solved = system.solved_by(iterations_of(method, most), 2);
  return solved.error <= error ? solved.set_up_seconds + solved.seconds : std::nan("");
}

void add_case(BenchContext& context, const char* name, OctreeRest rest, Integrator integrator) {
  DickSystem system(std::move(rest), integrator);
  BenchRow& row = context.add_row(name);
  row.add("cells", system.cell_count());
  for (const Method& method : kMethods) {
    row.add(fmt::format("{}_set_up_s", method.key),
            system.solved_by(iterations_of(method, 1)).set_up_seconds);
    row.add(fmt::format("{}_s_to_1e1", method.key), seconds_to(system, method, 1e-1));
    row.add(fmt::format("{}_s_to_1e3", method.key), seconds_to(system, method, 1e-3));
    row.add(fmt::format("{}_s_to_1e6", method.key), seconds_to(system, method, 1e-6));
  }
  if (system.cell_count() > 10'000) return;
  SolverParams direct;
  direct.method = SolverMethod::kCholesky;
  const DickSystem::Solved solved = system.solved_by(direct);
  row.add("cholesky_set_up_s", solved.set_up_seconds);
  row.add("cholesky_s", solved.set_up_seconds + solved.seconds);
}

void run(BenchContext& context) {
  const auto rest = [](const char* name) { return cut_rest(make_dick_model(dick_case(name))); };
  if (context.wants("rabbit-8k")) add_case(context, "rabbit-8k", rest("rabbit-8k"), Integrator::kNewmark);
  if (context.wants("cube-230k")) add_case(context, "cube-230k", rest("cube-230k"), Integrator::kNewmark);
  if (context.wants("figure-643k"))
    add_case(context, "figure-643k", rest("figure-643k"), Integrator::kNewmark);
  if (context.wants("figure-643k-static"))
    add_case(context, "figure-643k-static", rest("figure-643k"), Integrator::kStatic);
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
