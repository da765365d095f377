#include <fmt/format.h>

#include <algorithm>

#include "bench/benches.h"
#include "bench/dick_cutting.h"
#include "bench/long_run.h"
#include "bench/machine.h"
#include "bench/median.h"
#include "octree/grid/octree_rest.h"

namespace sinew {

namespace {

template <typename Member>
double median_of(std::span<const Cutting> cuts, Member Cutting::*member) {
  std::vector<double> values;
  for (const Cutting& cut : cuts) values.push_back(cut.*member);
  return median(std::move(values));
}

// The slowest first cut of three bodies.
double cold_cutting_seconds(const DickModel& model, double first) {
  double slowest = first;
  for (int i = 1; i < 3; ++i) {
    OctreeBody body("bench", model.body, dick_params());
    slowest = std::max(slowest, cut_and_step(body, model.blade).seconds);
  }
  return slowest;
}

// Splitting cubes, in the second to fourth cut of a body.
double splitting_cubes_seconds(DickModel model) {
  model.body.surface = OctreeSurface::kSmooth;
  OctreeBody body("bench", model.body, dick_params());
  const std::vector<Cutting> cuts = cut_repeatedly(body, model.blade);
  return median_of(std::span(cuts).subspan(1), &Cutting::surface_seconds);
}

void add_octree(BenchRow& row, const DickModel& model, const DickCase& paper) {
  double first_cut = 0;
  {
    OctreeBody body(paper.name, model.body, dick_params());
    row.add("initial_cells", body.rest().grid.cells.count(), paper.paper_cells);
    const std::vector<Cutting> cuts = cut_repeatedly(body, model.blade);
    const auto later = std::span(cuts).subspan(1);
    first_cut = cuts[0].seconds;
    row.add("cells", body.rest().grid.cells.count(), paper.paper_cut_cells);
    row.add("cutting_s", median_of(later, &Cutting::seconds), fmt::format("{}", paper.paper_cutting));
    row.add("set_up_s", median_of(later, &Cutting::set_up_seconds));
    row.add("first_step_s", median_of(later, &Cutting::step_seconds));
    const BodyState cut = body.state();
    row.add("step_s", later_step_seconds(body), fmt::format("{}", paper.paper_step));
    body.restore(cut);
    row.add("energy_ratio_300", energy_ratio_after_300(body, kDickStep));
    row.add("peak_rss_mb", peak_rss_mb());
  }
  row.add("cutting_cold_s", cold_cutting_seconds(model, first_cut), fmt::format("{}", paper.paper_cutting));
  row.add("surface_s", splitting_cubes_seconds(model));
}

void add_uniform(BenchRow& row, DickModel model, const DickCase& paper) {
  model.body.coarsest = 0;
  OctreeBody body(paper.name, model.body, dick_params());
  cut_and_step(body, model.blade);
  row.add("uniform_cells", body.rest().grid.cells.count(), paper.paper_uniform_cells);
  row.add("uniform_step_s", later_step_seconds(body), fmt::format("{}", paper.paper_uniform_step));
}

void add_case(BenchContext& context, const DickCase& paper) {
  forget_peak_rss();
  BenchRow& row = context.add_row(paper.name);
  const DickModel model = make_dick_model(paper);
  add_octree(row, model, paper);
  add_uniform(row, model, paper);
}

void run(BenchContext& context) {
  for (const DickCase& row : dick_cases())
    if (context.wants(row.name)) add_case(context, row);
}

}  // namespace

Bench dick_table1_bench() {
  Bench bench{
      "dick-table1",
      "[Dick11, table 1]: bodies cut at once, then stepped by three V(1,1)-cycles, operators rebuilt in each",
      {},
      run};
  for (const DickCase& row : dick_cases()) bench.cases.emplace_back(row.name);
  return bench;
}

}  // namespace sinew
