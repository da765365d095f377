#include <algorithm>

#include "base/timer.h"
#include "bench/benches.h"
#include "bench/dick_cutting.h"
#include "bench/median.h"
#include "octree/grid/octree_rest.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

// A body that is stepped and cut, with its times.
class TimedBody {
 public:
  explicit TimedBody(const OctreeBodyModel& model) : body_("figure", model, dick_params()) {}

  OctreeBody& body() { return body_; }

  double step_seconds() {
    const Timer timer;
    const ProfileScope scope(profile_);
    body_.predict(steps_ * kDickStep, kDickStep);
    body_.commit();
    ++steps_;
    return timer.seconds();
  }
  // From the blade to ready to step: what `cut` does without the surface, and what the first step after it sets
  // up. `first_step` is the whole of that step.
  template <typename Cut>
  double cut_seconds(Cut&& cut, double& first_step) {
    profile_ = {};
    {
      const ProfileScope scope(profile_);
      cut(body_);
    }
    const double seconds = profile_.seconds() - seconds_in(profile_, "surface");
    profile_ = {};
    first_step = step_seconds();
    return seconds + seconds_in(profile_, "set-up");
  }
  double cut_seconds(const Blade& blade) {
    double first_step = 0;
    return cut_seconds([&](OctreeBody& body) { body.cut(blade); }, first_step);
  }

 private:
  OctreeBody body_;
  Profile profile_;
  int steps_ = 0;
};

// Within the trunk, a few voxels wide, another for every k.
Blade small_blade(const OctreeRest& rest, int k) {
  const double side = rest.grid.voxels.lattice().spacing;
  const Box3 box = bounding_box(rest.positions);
  const Vec3 centre =
      0.5 * (box.lower + box.upper) + side * Vec3{0.1, 20.0 + 8 * (k % 4), 0.3 + 12.0 * (k / 4)};
  const Vec3 a = side * Vec3{3.3, 0.2, 0}, b = side * Vec3{0, 0, 3.3};
  const std::vector<Vec3> before{centre - a - b, centre - a + b}, after{centre + a - b, centre + a + b};
  return swept_blade(before, after);
}

bool same_bits(const OctreeBody& a, const OctreeBody& b) {
  const OctreeRest &one = a.rest(), &other = b.rest();
  const BodyState state = a.state(), whole = b.state();
  bool same = one.grid.voxels == other.grid.voxels && one.grid.cells.places == other.grid.cells.places &&
              one.grid.vertices.corners == other.grid.vertices.corners && one.positions == other.positions &&
              one.mass == other.mass && one.held == other.held && state.size() == whole.size();
  for (std::size_t i = 0; i < state.size() && same; ++i) same = state[i].values == whole[i].values;
  return same;
}

void add_figure(BenchContext& context) {
  constexpr int kCuts = 5, kSteps = 3;
  BenchRow& row = context.add_row("figure-643k");
  const DickModel model = make_dick_model(dick_case("figure-643k"));
  TimedBody local(model.body), whole(model.body);
  whole.body().patch_cuts_up_to(0);
  for (TimedBody* body : {&local, &whole}) body->cut_seconds(model.blade);
  std::vector<double> local_s, whole_s;
  std::size_t links = 0;
  for (int k = 0; k < kCuts; ++k) {
    const Blade blade = small_blade(local.body().rest(), k);
    const LinkedVoxels before = local.body().rest().grid.voxels;
    local_s.push_back(local.cut_seconds(blade));
    whole_s.push_back(whole.cut_seconds(blade));
    links = std::max(links, changed_links(before, local.body().rest().grid.voxels).size());
  }
  for (int step = 0; step < kSteps; ++step) local.step_seconds(), whole.step_seconds();
  row.add("cells", local.body().rest().grid.cells.count());
  row.add("links", links);
  row.add("local_cut_s", median(local_s));
  row.add("whole_cut_s", median(whole_s));
  row.add("same_bits", same_bits(local.body(), whole.body()));
}

// A stroke from above into the trunk, a few voxels at a time.
void add_stroke(BenchContext& context) {
  constexpr int kSweeps = 5, kLaterSteps = 2;
  BenchRow& row = context.add_row("stroke");
  const DickModel model = make_dick_model(dick_case("figure-643k"));
  TimedBody body(model.body);
  const OctreeRest& rest = body.body().rest();
  const double side = rest.grid.voxels.lattice().spacing;
  const Box3 box = bounding_box(rest.positions);
  const Vec3 start = 0.5 * (box.lower + box.upper) + side * Vec3{0.1, 20, 0.3}, across = side * Vec3{4, 0, 0};
  const auto line = [&](int sweep) {
    const Vec3 centre = start + side * Vec3{0, 0.3, 4.0 * sweep};
    return BladeSweep::Line{centre - across, centre + across};
  };
  std::vector<double> cuts, first, later;
  for (int k = 0; k < kSweeps; ++k) {
    BladeSweep sweep;
    sweep.stroke = 1;
    sweep.lines = {line(k), line(k + 1)};
    sweep.ends = k + 1 == kSweeps;
    double first_step = 0;
    cuts.push_back(body.cut_seconds([&](OctreeBody& of) { of.sweep(sweep); }, first_step));
    first.push_back(first_step);
    for (int step = 0; step < kLaterSteps; ++step) later.push_back(body.step_seconds());
  }
  row.add("sweeps", kSweeps);
  row.add("links", changed_links(model.body.voxels, body.body().rest().grid.voxels).size());
  row.add("cut_s", median(cuts));
  row.add("first_step_s", median(first));
  row.add("later_step_s", median(later));
}

void run(BenchContext& context) {
  if (context.wants("figure-643k")) add_figure(context);
  if (context.wants("stroke")) add_stroke(context);
}

}  // namespace

Bench dick_local_bench() {
  return {
      "dick-local",
      "[Dick11, sec. 4]: small cuts of a large body against the same cuts by a full rebuild, and the steps "
      "after the sweeps of a stroke",
      {"figure-643k", "stroke"},
      run};
}

}  // namespace sinew
