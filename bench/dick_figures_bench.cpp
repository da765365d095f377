#include <fmt/format.h>

#include "bench/benches.h"
#include "bench/dick_cutting.h"
#include "bench/dick_system.h"
#include "bench/median.h"
#include "octree/grid/octree_rest.h"
#include "octree/voxelise/voxels_from_surface.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/shape/models.h"

namespace sinew {

namespace {

// A figure of [Dick11], with the sizes and seconds of its caption.
struct Figure {
  const char* name;
  std::function<DickModel()> model;
  const char *paper_cells, *paper_cut_cells, *paper_seconds;
  bool counts_iterations = false;
};

Box3 box_of(const char* model) { return SignedDistance(make_model(model)).box(); }

// Cuts across the front of the figure, from these heights; `depth` is that of half a blade.
DickModel figure_cut_at(std::initializer_list<double> heights, double depth) {
  DickModel model = make_dick_model(dick_case("figure-643k"));
  const Box3 box = box_of("figure");
  const Vec3 size = box.upper - box.lower, front = 0.5 * (box.lower + box.upper) + Vec3{0, 0, 0.5 * size.z};
  model.blade = {};
  for (const double y : heights)
    append(model.blade,
           plate(front + Vec3{0, y * size.y, 0}, {0.3 * size.x, -0.1 * size.y, 0}, {0, 0, depth * size.z}));
  return model;
}

// Slices across the back of the rabbit.
DickModel rabbit_cut_at(std::initializer_list<double> places, const Vec3& slant) {
  DickModel model = make_dick_model(dick_case("rabbit-197k"));
  const Box3 box = box_of("rabbit");
  const Vec3 size = box.upper - box.lower, middle = 0.5 * (box.lower + box.upper);
  model.blade = {};
  for (const double x : places)
    append(model.blade, plate(middle + Vec3{x * size.x, 0.05 * size.y, 0},
                              Vec3{0, 0.45 * size.y, 0} + size.x * slant, {0, 0, size.z}));
  return model;
}

// A rounded block with thin slices at its upper end.
DickModel sliced_block() {
  constexpr Index kResolution = 256;
  const SurfaceMesh surface =
      make_model("bar", 20'000, {{"length", 2.0}, {"height", 1.0}, {"width", 1.0}, {"round", 0.1}});
  const SignedDistance solid(surface);
  const Box3& box = solid.box();
  DickModel model{standing_body(linked_voxels(surface, solid, voxel_frame(box, kResolution)), box), {}};
  model.body.own_surface = surface;
  const Vec3 size = box.upper - box.lower, middle = 0.5 * (box.lower + box.upper);
  for (const double y : {0.88, 0.91, 0.94})
    append(model.blade,
           plate({box.upper.x, box.lower.y + y * size.y, middle.z}, {0.25 * size.x, 0, 0}, {0, 0, size.z}));
  return model;
}

// A stiff cube with a soft layer at half height, cut into rods past the layer.
DickModel cube_with_soft_layer() {
  DickModel model = make_dick_rods({.blades = 15, .lowest = 0.35});
  model.body.materials.base.young = 1e8;
  Material soft = model.body.materials.base;
  soft.young = 1e5;
  model.body.materials.rules = {RegionMaterial{{BoxRegion{{{-1, 0.5, -1}, {2, 0.55, 2}}}}, soft}};
  return model;
}

const std::vector<Figure>& figures() {
  static const std::vector<Figure> figures = {
      {"fig-1-left",
       [] {
         return figure_cut_at({-0.22, -0.05}, 0.53);
       },
       "493K", "569K", "9 to 11"},
      {"fig-1-middle", [] { return make_dick_model(dick_case("figure-643k")); }, "493K", "643K", "9 to 11"},
      {"fig-1-right",
       [] {
         return figure_cut_at({-0.2, 0, 0.1}, 0.53);
       },
       "493K", "646K", "9 to 11"},
      {"fig-11-left", [] { return make_dick_rods({.blades = 8}); }, "83K", "204K", "3.5"},
      {"fig-11-right", [] { return make_dick_rods({}); }, "83K", "230K", "3.9", true},
      {"fig-13", sliced_block, "345K", "429K", "7.3"},
      {"fig-14", cube_with_soft_layer, "83K", "321K", "5.5", true},
      {"fig-15-left", [] { return make_dick_model(dick_case("rabbit-197k")); }, "118K", "197K", "3.1"},
      {"fig-15-middle",
       [] {
         return rabbit_cut_at({-0.2, 0.1}, {0.1, 0, 0});
       },
       "118K", "166K", "2.6"},
      {"fig-15-right",
       [] {
         return rabbit_cut_at({-0.2, 0, 0.12}, {0, 0, 0});
       },
       "118K", "177K", "2.8"}};
  return figures;
}

// How many iterations of CG with multigrid take the first step after the cut to an error of 1e-6: rods of one
// material, and rods of two.
void count_iterations(BenchRow& row, const DickModel& model) {
  const DickSystem system(cut_rest(model), Integrator::kNewmark);
  const SolverTrace trace = system.trace(endless(SolverMethod::kMultigridCg), {.near_enough = 5e-7});
  row.add("cg_iterations_to_1e-6", trace.iterations_to(1e-6));
}

// A time step with a cut in it: from the blade to the end of the step, with the surface.
void measure(BenchRow& row, const Figure& figure) {
  DickModel model = figure.model();
  model.body.surface = OctreeSurface::kSmooth;
  OctreeBody body(figure.name, model.body, dick_params());
  row.add("initial_cells", body.rest().grid.cells.count(), figure.paper_cells);
  const std::vector<Cutting> cuts = cut_repeatedly(body, model.blade);
  row.add("cells", body.rest().grid.cells.count(), figure.paper_cut_cells);
  std::vector<double> later;
  for (const Cutting& cut : std::span(cuts).subspan(1)) later.push_back(cut.all_seconds());
  row.add("cut_and_step_s", median(later), figure.paper_seconds);
  row.add("cut_and_step_cold_s", cuts[0].all_seconds());
  row.add("step_s", later_step_seconds(body));
  if (figure.counts_iterations) count_iterations(row, model);
}

}  // namespace

Bench dick_figures_bench() {
  Bench bench;
  bench.name = "dick-figures";
  bench.description =
      "the cuts of [Dick11, fig. 1, 11, 13, 14, 15] at the sizes of their captions: a time step with a cut, "
      "surface included; cuts two to four of a body, and the first";
  for (const Figure& figure : figures()) bench.cases.emplace_back(figure.name);
  bench.run = [](BenchContext& context) {
    for (const Figure& figure : figures())
      if (context.wants(figure.name)) measure(context.add_row(figure.name), figure);
  };
  return bench;
}

}  // namespace sinew
