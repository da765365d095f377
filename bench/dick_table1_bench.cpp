#include <fmt/format.h>

#include <algorithm>

#include "base/timer.h"
#include "bench/benches.h"
#include "bench/dick_models.h"
#include "bench/machine.h"
#include "octree/grid/octree_rest.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

// The median of the first steps after the cut.
double step_seconds(OctreeBody& body) {
  constexpr int kSteps = 7;
  std::vector<double> seconds;
  Timer timer;
  for (int step = 0; step < kSteps + 1; ++step) {
    timer.restart();
    body.predict(step * kDickStep, kDickStep);
    body.commit();
    if (step > 0) seconds.push_back(timer.seconds());
  }
  std::nth_element(seconds.begin(), seconds.begin() + kSteps / 2, seconds.end());
  return seconds[kSteps / 2];
}

// The time of a cut without the surface: links, octree, vertices, levels, state.
double cutting_seconds(OctreeBody& body, const Blade& blade, double& surface_seconds) {
  Profile profile;
  const ProfileScope scope(profile);
  body.cut(blade);
  surface_seconds = 0;
  for (const Profile::Zone& zone : profile.zones())
    if (zone.name == "surface") surface_seconds = zone.seconds;
  return profile.seconds() - surface_seconds;
}

struct Cutting {
  double seconds = 0, surface_seconds = 0;
  Index cells = 0;
};

// The best of a few cuts of the uncut body; it stays cut.
Cutting cut_whole(OctreeBody& body, const Blade& blade) {
  constexpr int kCuts = 3;
  const BodyState whole = body.state();
  Cutting best;
  for (int i = 0; i < kCuts; ++i) {
    if (i > 0) body.restore(whole);
    double surface = 0;
    const double seconds = cutting_seconds(body, blade, surface);
    if (i == 0 || seconds < best.seconds) best = {seconds, surface, 0};
  }
  best.cells = body.rest().grid.cells.count();
  return best;
}

void add_case(BenchContext& context, const DickCase& paper) {
  BenchRow& row = context.add_row(paper.name);
  DickModel model = make_dick_model(paper);
  {
    OctreeBody body(paper.name, model.body, dick_params());
    row.add("initial_cells", body.rest().grid.cells.count(), paper.paper_cells);
    const Cutting cutting = cut_whole(body, model.blade);
    row.add("cells", cutting.cells, paper.paper_cut_cells);
    row.add("cutting_s", cutting.seconds, fmt::format("{}", paper.paper_cutting));
    row.add("surface_s", cutting.surface_seconds);
    row.add("step_s", step_seconds(body), fmt::format("{}", paper.paper_step));
    row.add("peak_rss_mb", peak_rss_mb());
  }
  model.body.coarsest = 0;
  OctreeBody uniform(paper.name, model.body, dick_params());
  uniform.cut(model.blade);
  row.add("uniform_cells", uniform.rest().grid.cells.count(), paper.paper_uniform_cells);
  row.add("uniform_step_s", step_seconds(uniform), fmt::format("{}", paper.paper_uniform_step));
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
