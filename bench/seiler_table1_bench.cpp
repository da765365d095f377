#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string_view>

#include "bench/benches.h"
#include "bench/machine.h"
#include "bench/one_thread.h"
#include "bench/seiler_scenes.h"
#include "octree/grid/octree_rest.h"

namespace sinew {

namespace {

// The seconds of these zones of a profile.
double seconds_of(const Profile& profile, std::initializer_list<std::string_view> names) {
  double seconds = 0;
  for (const Profile::Zone& zone : profile.zones())
    if (std::ranges::count(names, zone.name) > 0) seconds += zone.seconds;
  return seconds;
}

// Milliseconds of one step.
struct Measured {
  double refine_ms = 0;                     // of the oracle, and of changes of cells and surfaces
  double dynamics_ms = 0;                   // the same states stepped without contact, and refinement
  double detection_ms = 0, contact_ms = 0;  // all that a step in contact takes besides
  double elements = 0;
  std::vector<double> heights;  // per step
  std::vector<double> cell_heights;
};

// CPU seconds of a step without contact from the state of a body, the best of three.
double seconds_alone(OctreeBody& twin, const OctreeBody& body, int step) {
  twin.restore(body.state());
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const double start = cpu_seconds();
    twin.predict((step + 1) * kSeilerStep, kSeilerStep);
    least = std::min(least, cpu_seconds() - start);
  }
  return least;
}

// `height` is asked after each step.
template <typename Height>
Measured measure(SeilerScene scene, Height&& height) {
  const OneThread one;
  Measured measured;
  double seconds = 0, alone = 0;
  for (int step = 0; step < scene.steps; ++step) {
    const double start = cpu_seconds();
    scene.world.step(kSeilerStep);
    seconds += cpu_seconds() - start;
    measured.elements += static_cast<double>(scene.body->measure().elements) / scene.steps;
    measured.heights.push_back(height(scene.world));
    alone += seconds_alone(*scene.twin, *scene.body, step);
  }
  // Zones are measured by the clock; their shares are of CPU time.
  const Profile& profile = scene.world.profile();
  const auto ms = [&](std::initializer_list<std::string_view> zones) {
    return 1e3 * seconds * seconds_of(profile, zones) / (profile.seconds() * scene.steps);
  };
  measured.refine_ms = ms({"adapt", "grid", "surface", "untangle", "set-up"});
  measured.detection_ms = ms({"detect"});
  measured.dynamics_ms = 1e3 * alone / scene.steps + measured.refine_ms;
  measured.contact_ms = 1e3 * seconds / scene.steps - measured.dynamics_ms - ms({"publish"});
  return measured;
}

void add_timings(const Measured& adaptive, const Measured& multigrid, const SeilerScene& scene,
                 const char* paper_elements, const char* paper_ms, const char* paper_refine, BenchRow& row) {
  row.add("full_elements", scene.full_elements);
  row.add("adaptive_elements", adaptive.elements, paper_elements);
  row.add("full_mg_ms", multigrid.dynamics_ms);
  row.add("adaptive_ms", adaptive.dynamics_ms, paper_ms);
  row.add("contact_ms", adaptive.contact_ms);
  row.add("refine_ms", adaptive.refine_ms, paper_refine);
  row.add("detection_ms", adaptive.detection_ms);
  row.add("response_ms", adaptive.contact_ms - adaptive.detection_ms);
  row.add("full_contact_ms", multigrid.contact_ms);
  row.add("times_faster_than_mg", multigrid.dynamics_ms / adaptive.dynamics_ms);
}

// Conjugate gradients step the states of a run by multigrid: contact asks for levels, which they lack.
void add_gradients(SeilerScene scene, SeilerScene gradients, const Measured& adaptive, const char* paper,
                   BenchRow& row) {
  const OneThread one;
  double alone = 0;
  for (int step = 0; step < scene.steps; ++step) {
    scene.world.step(kSeilerStep);
    alone += seconds_alone(*gradients.twin, *scene.body, step);
  }
  const double ms = 1e3 * alone / scene.steps;
  row.add("full_cg_ms", ms, paper);
  row.add("times_faster_than_cg", ms / adaptive.dynamics_ms);
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
  // Two boxes carry it, which asks little of contact: small bodies are then faster without levels.
  SeilerRun small = kAdaptive;
  small.by_gradients = true;
  const Measured adaptive = measure(seiler_bar(small), middle), full = measure(seiler_bar(kFullMg), middle);
  add_timings(adaptive, full, seiler_bar(kFullMg), "265", "17", "", row);
  add_gradients(seiler_bar(kFullMg), seiler_bar(kFullCg), adaptive, "120", row);
  row.add("sag_over_length", (0.1 - full.heights.back()) / 0.2);
  row.add("deflection_error", largest_error(adaptive, full, 0.1, 100));
}

// What is compared is the height of the surface under the lowest point of the ball, as it is seen and by the cells.
Measured measure_under_ball(const SeilerRun& run) {
  int step = 0;
  std::vector<double> cell_heights;
  Measured measured = measure(seiler_plane(run), [&](const World& world) {
    const Vec3 ball = seiler_ball(++step * kSeilerStep);
    cell_heights.push_back(cell_height_under(world, ball.x, ball.z));
    return height_under(world, ball.x, ball.z);
  });
  measured.cell_heights = cell_heights;
  return measured;
}

Measured add_plane(const SeilerRun& adapts, const SeilerRun& full_mg, BenchRow& row) {
  const Measured adaptive = measure_under_ball(adapts), full = measure_under_ball(full_mg);
  add_timings(adaptive, full, seiler_plane(full_mg), "75", "8", "0.001", row);
  const double thick = seiler_plane_top();
  row.add("tool_depth_over_thickness", (thick - *std::ranges::min_element(full.heights)) / thick);
  row.add("deflection_error", largest_error(adaptive, full, thick, 100));
  Measured adaptive_cells = adaptive, full_cells = full;
  adaptive_cells.heights = adaptive.cell_heights, full_cells.heights = full.cell_heights;
  row.add("cell_error", largest_error(adaptive_cells, full_cells, thick, 100));
  row.add("cell_depth_over_thickness", (thick - *std::ranges::min_element(full.cell_heights)) / thick);
  return adaptive;
}

void measure_plane(BenchRow& row) {
  add_gradients(seiler_plane(kFullMg), seiler_plane(kFullCg), add_plane(kAdaptive, kFullMg, row), "102", row);
}

// The paper's contact moves positions after a step, so that a small body needs no levels.
void measure_plane_by_positions(BenchRow& row) {
  SeilerRun adapts = kAdaptive, full = kFullMg;
  adapts.by_positions = full.by_positions = true;
  adapts.by_gradients = true;
  add_plane(adapts, full, row);
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
          {"bar", "plane", "plane-by-positions", "hanging-9"},
          [](BenchContext& context) {
            if (context.wants("bar")) measure_bar(context.add_row("bar"));
            if (context.wants("plane")) measure_plane(context.add_row("plane"));
            if (context.wants("plane-by-positions"))
              measure_plane_by_positions(context.add_row("plane-by-positions"));
            if (context.wants("hanging-9")) measure_hanging(context.add_row("hanging-9"));
          }};
}

}  // namespace sinew
