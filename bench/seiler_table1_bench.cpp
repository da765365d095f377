#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "bench/benches.h"
#include "bench/machine.h"
#include "bench/seiler_scenes.h"
#include "octree/grid/octree_rest.h"

namespace sinew {

namespace {

// One thread for as long as this exists.
class OneThread {
 public:
  OneThread() : before_(thread_count()) { set_thread_count(1); }
  ~OneThread() { set_thread_count(before_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_;
};

bool is_contact(const Profile::Zone& zone) {
  return zone.name == "detect" || zone.name == "sweeps" || zone.name == "apply" || zone.name == "fail-safe" ||
         zone.name == "untangle" || zone.name == "publish";
}

double seconds_in_contact(const World& world) {
  double seconds = 0;
  for (const Profile::Zone& zone : world.profile().zones())
    if (is_contact(zone)) seconds += zone.seconds;
  return seconds;
}

// Milliseconds of one step: of dynamics, oracle and transfer; and of contact with what frames show.
struct Measured {
  double dynamics_ms = 0, contact_ms = 0, elements = 0;
  std::vector<double> heights;  // per step
};

// `height` is asked after each step.
template <typename Height>
Measured measure(SeilerScene scene, Height&& height) {
  const OneThread one;
  Measured measured;
  double seconds = 0;
  for (int step = 0; step < scene.steps; ++step) {
    const double start = cpu_seconds();
    scene.world.step(kSeilerStep);
    seconds += cpu_seconds() - start;
    measured.elements += static_cast<double>(scene.body->measure().elements) / scene.steps;
    measured.heights.push_back(height(scene.world));
  }
  const Profile& profile = scene.world.profile();
  const double share = seconds_in_contact(scene.world) / std::max(profile.seconds(), 1e-12);
  const double each = 1e3 * seconds / scene.steps;
  measured.dynamics_ms = (1 - share) * each, measured.contact_ms = share * each;
  return measured;
}

void add_timings(const Measured& adaptive, const Measured& multigrid, const SeilerScene& scene,
                 const char* paper_elements, const char* paper_ms, BenchRow& row) {
  row.add("full_elements", scene.full_elements);
  row.add("adaptive_elements", adaptive.elements, paper_elements);
  row.add("full_mg_ms", multigrid.dynamics_ms);
  row.add("adaptive_ms", adaptive.dynamics_ms, paper_ms);
  row.add("contact_ms", adaptive.contact_ms);
  row.add("full_contact_ms", multigrid.contact_ms);
  row.add("times_faster_than_mg", multigrid.dynamics_ms / adaptive.dynamics_ms);
}

void add_gradients(const Measured& gradients, const Measured& adaptive, const char* paper, BenchRow& row) {
  row.add("full_cg_ms", gradients.dynamics_ms, paper);
  row.add("times_faster_than_cg", gradients.dynamics_ms / adaptive.dynamics_ms);
}

constexpr SeilerRun kFullCg{.adapts = false, .has_levels = false}, kFullMg{}, kAdaptive{.adapts = true};

// The largest difference in the last `steps` steps over the sag there is.
double largest_error(const Measured& adaptive, const Measured& full, double from, int steps) {
  double largest = 0;
  for (std::size_t k = full.heights.size() - static_cast<std::size_t>(steps); k < full.heights.size(); ++k)
    largest =
        std::max(largest, std::abs(adaptive.heights[k] - full.heights[k]) / std::abs(from - full.heights[k]));
  return largest;
}

void measure_bar(BenchRow& row) {
  const auto middle = [](const World& world) { return top_height(world, 0.1, 0.05); };
  const Measured adaptive = measure(seiler_bar(kAdaptive), middle),
                 full = measure(seiler_bar(kFullMg), middle),
                 gradients = measure(seiler_bar(kFullCg), middle);
  add_timings(adaptive, full, seiler_bar(kFullMg), "265", "17", row);
  add_gradients(gradients, adaptive, "120", row);
  row.add("sag_over_length", (0.1 - full.heights.back()) / 0.2);
  row.add("deflection_error", largest_error(adaptive, full, 0.1, 100));
}

// A bar of 9 x 1 x 1 cells times `finer`, held at one end, in balance: how far the middle of its other end comes down
// over its length.
double droop(Index finer, Index& elements) {
  const double spacing = 1.0 / static_cast<double>(9 * finer);
  OctreeBodyModel model;
  model.voxels = voxel_box({0, 0, 0}, spacing, {9 * finer, finer, finer});
  model.coarsest = 0;
  model.materials.base = {3e6, 0.4, 1000};
  model.forces = {Gravity{{0, -9.81, 0}}};
  model.holds.push_back({{HalfSpaceRegion{{1e-9, 0, 0}, {-1, 0, 0}}}, {}});
  ElasticParams params;
  params.strain = Strain::kCorotated;
  params.integrator = Integrator::kBackwardEuler;
  params.solver.tolerance = 1e-6;
  OctreeBody body("bar", model, params);
  constexpr double kLong = 0.05;  // s: damps it in ten seconds to e^-9 of its swing
  for (int step = 0; step < 200; ++step) {
    body.predict(step * kLong, kLong);
    body.commit();
  }
  elements = body.measure().elements;
  const std::vector<Vec3> moved = body.displacements();
  double sum = 0, count = 0;
  for (std::size_t v = 0; v < moved.size(); ++v)
    if (body.rest().positions[v].x > 1 - 1e-9) sum -= moved[v].y, ++count;
  return sum / count;
}

void measure_hanging(BenchRow& row) {
  Index elements = 0, fine_elements = 0;
  const double tip = droop(1, elements), fine = droop(8, fine_elements);
  row.add("elements", elements, "9");
  row.add("reference_elements", fine_elements, "800");
  row.add("tip_over_length", fine);
  row.add("tip_error", std::abs(tip - fine) / fine);
}

}  // namespace

Bench seiler_table1_bench() {
  return {"seiler-table1",
          "A bar and a plane, all of cells of one size and with cells that follow the deformation; a bar of "
          "nine cells",
          {"bar", "hanging-9"},
          [](BenchContext& context) {
            if (context.wants("bar")) measure_bar(context.add_row("bar"));
            if (context.wants("hanging-9")) measure_hanging(context.add_row("hanging-9"));
          }};
}

}  // namespace sinew
