#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/benches.h"
#include "bench/georgii_system.h"
#include "bench/machine.h"

namespace sinew {

namespace {

// [Georgii05, fig. 2]: a cube at increasing resolution; steps of 0.02 s, E 1e8 Pa. Four refinements of 3^3 to
// 6^3 cells.
constexpr std::array<Index, 4> kCoarsestCells{3, 4, 5, 6};
constexpr int kRefinements = 4;
constexpr double kStep = 0.02;

std::string case_name(Index coarsest) {
  const Index cells = coarsest << kRefinements;
  return fmt::format("{}k", std::lround(6e-3 * cells * cells * cells));
}

// The slope of a straight line through points, by least squares.
double slope(const std::vector<double>& x, const std::vector<double>& y) {
  double mx = 0, my = 0, xy = 0, xx = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) mx += x[i] / n, my += y[i] / n;
  for (std::size_t i = 0; i < x.size(); ++i) xy += (x[i] - mx) * (y[i] - my), xx += (x[i] - mx) * (x[i] - mx);
  return xy / xx;
}

struct Fit {
  std::vector<double> log_elements, log_seconds;
  int cycles_min = 1000, cycles_max = 0;
  Index largest = 0;
  double cg_over_mg = 0;
};

void measure(BenchRow& row, Index coarsest, Fit& fit) {
  TetBodyModel model = georgii_bridge(kRefinements, coarsest);
  model.materials = {Material{1e8, 0.3, 1000}};
  GeorgiiSystem system(model, kStep);
  model.levels.clear();
  const GeorgiiSystem::Solved multigrid = system.by_multigrid();
  row.add("elements", system.element_count());
  row.add("matrix_over_cache", system.matrix_bytes() / last_level_cache_bytes());
  row.add("mg_cycles", multigrid.iterations);
  row.add("mg_seconds", multigrid.seconds);
  row.add("mg_error", multigrid.error);
  fit.log_elements.push_back(std::log(system.element_count()));
  fit.log_seconds.push_back(std::log(multigrid.seconds));
  fit.cycles_min = std::min(fit.cycles_min, multigrid.iterations);
  fit.cycles_max = std::max(fit.cycles_max, multigrid.iterations);
  fit.largest = std::max(fit.largest, system.element_count());
  if (system.element_count() > 2'000'000) return;
  const GeorgiiSystem::Solved cg = system.by_conjugate_gradients();
  row.add("cg_iterations", cg.iterations);
  row.add("cg_seconds", cg.seconds);
  row.add("cg_over_mg", cg.seconds / multigrid.seconds);
  fit.cg_over_mg = cg.seconds / multigrid.seconds;
}

}  // namespace

Bench georgii_scaling_bench() {
  Bench bench;
  bench.name = "georgii-scaling";
  bench.description = "time to a relative error of 1e-4 over the size of a cube [Georgii05, fig. 2]";
  bench.cases = {"fit"};
  bench.run = [](BenchContext& context) {
    Fit fit;
    for (const Index coarsest : kCoarsestCells) measure(context.add_row(case_name(coarsest)), coarsest, fit);
    BenchRow& row = context.add_row("fit");
    row.add("mg_exponent", slope(fit.log_elements, fit.log_seconds), "1");
    row.add("largest_elements", fit.largest);
    row.add("cycles_min", fit.cycles_min);
    row.add("cycles_max", fit.cycles_max);
    row.add("cg_over_mg_1573k", fit.cg_over_mg);
  };
  return bench;
}

}  // namespace sinew
