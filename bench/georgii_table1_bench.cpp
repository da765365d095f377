#include "bench/benches.h"
#include "bench/georgii_steps.h"
#include "bench/machine.h"
#include "tet/elastic_rest.h"
#include "tet/tet_system.h"

namespace sinew {

namespace {

struct Row {
  const char* name;
  std::function<TetBodyModel()> model;
  const char* paper_steps;
};

// Errors are the largest of this many steps from rest.
constexpr int kFirstSteps = 8;

std::string scheme_name(const ElasticParams& params) {
  return std::string(kIntegratorNames[static_cast<std::size_t>(params.chosen_integrator())]);
}

// With as many levels as in the paper.
const std::vector<Row>& rows() {
  static const std::vector<Row> rows = {
      {"cloth-8k", [] { return georgii_cloth(7); }, "150"},
      {"cloth-131k", [] { return georgii_cloth(9); }, "9"},
      {"car-7k", [] { return georgii_solid("car", 7'400, 2, 5); }, "160"},
      {"pony-10k", [] { return georgii_solid("pony", 10'300, 2, 5); }, "125"},
      {"rabbit-11k", [] { return georgii_solid("rabbit", 11'100, 2, 3.7); }, "113"},
      {"pony-50k", [] { return georgii_solid("pony", 50'500, 3, 6); }, "20"},
      {"rabbit-90k", [] { return georgii_solid("rabbit", 90'500, 3, 6); }, "13"},
      {"bridge-197k", [] { return georgii_bridge(5); }, "8"},
      {"bridge-1573k", [] { return georgii_bridge(6); }, "1"},
  };
  return rows;
}

// The bytes that a step must move, with a matrix in single precision: the cycle; the matrix and the mass once
// for the right-hand side; state, forces and increments.
double bytes_per_step(const TetBody& body) {
  const BlockPattern& pattern = body.rest().pattern;
  const double vector = pattern.rows() * sizeof(Block3<double>);
  const double right_hand_side = pattern.blocks() * (9.0 * sizeof(float) + sizeof(Index) + sizeof(float));
  return body.system().bytes_per_cycle(SolveGoal{.cycles = 1}) + right_hand_side + 12 * vector;
}

void measure_one_cycle(BenchRow& row, const TetBodyModel& model, const char* paper_steps, double triad) {
  ElasticParams params = georgii_table_params();
  params.solver = one_cycle();
  TetBody body("bench", model, params);
  row.add("elements", body.rest().element_count());
  row.add("vertices", body.rest().node_count());
  const StepRate rate = step_rate(body, 2000);
  row.add("levels", body.levels());
  row.add("scheme", scheme_name(params));
  row.add("steps_per_s", rate.steps_per_second, paper_steps);
  row.add("cpu_ms", rate.cpu_ms);
  row.add("triad_gb_s", 1e-9 * triad);
  row.add("mb_per_step", 1e-6 * bytes_per_step(body));
  row.add("bandwidth_fraction", bytes_per_step(body) * rate.steps_per_second / triad);
  row.add("peak_rss_mb", peak_rss_mb());
}

// [Georgii05, sec. 3.2.2] says that one or two sweeps keep the error of a step below 1e-3.
void measure_errors(BenchRow& row, const TetBodyModel& model, const char* paper_steps) {
  ElasticParams params = georgii_table_params();
  row.add("error", largest_step_error(model, params, one_cycle(), kFirstSteps), "1e-3");
  row.add("error_newmark", largest_step_error(model, georgii_params(), one_cycle(), kFirstSteps));
  const CalibratedSolver calibrated = fewest_iterations(model, params, 1e-3, kFirstSteps);
  params.solver = calibrated.solver;
  TetBody body("bench", model, params);
  const StepRate rate = step_rate(body, kFirstSteps);
  row.add("steps_per_s_1e3", rate.steps_per_second, paper_steps);
  row.add("cpu_ms_1e3", rate.cpu_ms);
  row.add("error_1e3", calibrated.error, "1e-3");
  row.add("iterations_1e3", calibrated.solver.cycles);
}

// [Georgii05, sec. 3.2.2]: under a constant load, the error falls to 1e-6 after a few steps with one
// V(1,1)-cycle each. Generalized-alpha and backward Euler come to rest. Under Newmark, stiff modes, for which
// 0.03 s is long, reverse in every step and are hardly damped by alpha, so that every step has a new solution,
// of whose way one cycle leaves a share.
void measure_constant_load(BenchRow& row, const TetBodyModel& model) {
  constexpr double kBound = 1e-6;
  constexpr int kMostSteps = 1000;
  const auto measured = [&](const ElasticParams& params) {
    return one_cycle_under_constant_load(model, params, kBound, kMostSteps);
  };
  ElasticParams params = georgii_table_params();
  const ConstantLoad own = measured(params), newmark = measured(georgii_params());
  row.add("constant_load_scheme", scheme_name(params));
  row.add("constant_load_steps", own.steps, "a few");
  row.add("error_constant_load", own.error, "1e-6");
  row.add("error_constant_load_50", own.error_after_50);
  row.add("constant_load_steps_newmark", newmark.steps);
  row.add("error_constant_load_newmark", newmark.error);
  params.integrator = Integrator::kBackwardEuler;
  row.add("constant_load_steps_euler", measured(params).steps);
}

void measure(BenchContext& context, const Row& entry, double triad) {
  BenchRow& row = context.add_row(entry.name);
  const TetBodyModel model = entry.model();
  measure_one_cycle(row, model, entry.paper_steps, triad);
  measure_errors(row, model, entry.paper_steps);
  if (row.name == "bridge-197k") measure_constant_load(row, model);
}

void measure_corotated(BenchContext& context) {
  BenchRow& row = context.add_row("rabbit-90k-corotated");
  // The coarsest matrix is factored in every step, so it is smaller than where it is factored once.
  const TetBodyModel model = georgii_solid("rabbit", 90'500, 3, 10);
  ElasticParams params = georgii_params();
  params.strain = Strain::kCorotated;
  const CalibratedSolver calibrated = fewest_iterations(model, params, 1e-2, 5);
  params.solver = calibrated.solver;
  TetBody body("bench", model, params);
  row.add("elements", body.rest().element_count());
  row.add("steps_per_s", step_rate(body, kFirstSteps).steps_per_second);
  row.add("error", calibrated.error);
  row.add("iterations", calibrated.solver.cycles);
}

}  // namespace

Bench georgii_table1_bench() {
  Bench bench;
  bench.name = "georgii-table1";
  bench.description =
      "[Georgii05, table 1]: steps a second with one V(1,1)-cycle each, the error of such a step, and steps "
      "a "
      "second at an error of 1e-3";
  for (const Row& row : rows()) bench.cases.push_back(row.name);
  bench.cases.push_back("rabbit-90k-corotated");
  bench.run = [](BenchContext& context) {
    const double triad = triad_bandwidth();
    for (const Row& row : rows())
      if (context.wants(row.name)) measure(context, row, triad);
    if (context.wants("rabbit-90k-corotated")) measure_corotated(context);
  };
  return bench;
}

}  // namespace sinew
