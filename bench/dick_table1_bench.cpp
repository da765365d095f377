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

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void take_step(OctreeBody& body, int step) {
  body.predict(step * kDickStep, kDickStep);
  body.commit();
}

double seconds_in(const Profile& profile, std::string_view name) {
  for (const Profile::Zone& zone : profile.zones())
    if (zone.name == name) return zone.seconds;
  return 0;
}

// A cut from the blade until the body is ready to step, and the first step.
struct Cutting {
  double seconds = 0;          // links, octree, vertices, levels, state, and the set-up of the solver
  double surface_seconds = 0;  // not part of them
  double set_up_seconds = 0;   // part of them: masses, stiffness and spectrum on every level, which the body
                               // computes when its first step asks for them
  double step_seconds = 0;     // of the first step, without that set-up
};

Cutting cut_and_step(OctreeBody& body, const Blade& blade) {
  Cutting cutting;
  {
    Profile profile;
    const ProfileScope scope(profile);
    body.cut(blade);
    cutting.surface_seconds = seconds_in(profile, "surface");
    cutting.seconds = profile.seconds() - cutting.surface_seconds;
  }
  Profile profile;
  const ProfileScope scope(profile);
  const Timer timer;
  take_step(body, 0);
  cutting.set_up_seconds = seconds_in(profile, "set-up");
  cutting.seconds += cutting.set_up_seconds;
  cutting.step_seconds = timer.seconds() - cutting.set_up_seconds;
  return cutting;
}

template <typename Member>
double median_of(std::span<const Cutting> cuts, Member Cutting::*member) {
  std::vector<double> values;
  for (const Cutting& cut : cuts) values.push_back(cut.*member);
  return median(std::move(values));
}

// Cuts the whole body four times, a step after each. It stays cut.
std::vector<Cutting> cut_repeatedly(OctreeBody& body, const Blade& blade) {
  constexpr int kCuts = 4;
  const BodyState whole = body.state();
  std::vector<Cutting> cuts;
  for (int i = 0; i < kCuts; ++i) {
    if (i > 0) body.restore(whole);
    cuts.push_back(cut_and_step(body, blade));
  }
  return cuts;
}

// The median of the steps after the first.
double step_seconds(OctreeBody& body) {
  constexpr int kSteps = 7;
  std::vector<double> seconds;
  for (int step = 1; step <= kSteps; ++step) {
    const Timer timer;
    take_step(body, step);
    seconds.push_back(timer.seconds());
  }
  return median(std::move(seconds));
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
    row.add("step_s", step_seconds(body), fmt::format("{}", paper.paper_step));
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
  row.add("uniform_step_s", step_seconds(body), fmt::format("{}", paper.paper_uniform_step));
}

void add_case(BenchContext& context, const DickCase& paper) {
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
