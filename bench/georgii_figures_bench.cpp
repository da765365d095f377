#include "base/timer.h"
#include "bench/benches.h"
#include "bench/georgii_steps.h"
#include "bench/median.h"
#include "sinew/embed/embedding.h"
#include "sinew/shape/models.h"
#include "sinew/world/world.h"
#include "tet/elastic_rest.h"

namespace sinew {

namespace {

// A figure of [Georgii05] whose caption has sizes.
struct Figure {
  const char *name, *model;
  Index elements, triangles;
  const char *paper_elements, *paper_triangles, *paper_frames;
};
constexpr Figure kFigures[] = {{"fig-7", "rabbit", 11'100, 32'000, "11206", "32k", ""},
                               {"fig-9", "car", 7'400, 36'000, "7k", "36k", "150"}};

// A frame as the processor sees it: a step with one V(1,1)-cycle, and every vertex of the surface moved.
// `sinew bench render` draws such surfaces.
void measure(BenchRow& row, const Figure& figure) {
  constexpr int kFrames = 41;
  TetBodyModel model = georgii_solid(figure.model, figure.elements, 2, 5);
  model.surface = make_model(figure.model, figure.triangles);
  ElasticParams params = georgii_params();
  params.solver = one_cycle();
  World world;
  world.add(std::make_unique<TetBody>(figure.name, model, params));
  std::vector<double> step, surface;
  for (int frame = 0; frame < kFrames; ++frame) {
    Timer timer;
    world.step(kGeorgiiStep);
    step.push_back(timer.seconds());
    timer.restart();
    const BodyFrame& body = world.frame().bodies[0];
    embedded_positions(*body.topology.embedding, body.positions);
    surface.push_back(timer.seconds());
  }
  row.add("elements", model.levels[0].tetrahedron_count(), figure.paper_elements);
  row.add("triangles", model.surface.triangle_count(), figure.paper_triangles);
  row.add("step_ms", 1e3 * median(step));
  row.add("surface_ms", 1e3 * median(surface));
  row.add("frames_per_s", 1 / (median(step) + median(surface)), figure.paper_frames);
}

}  // namespace

Bench georgii_figures_bench() {
  Bench bench;
  bench.name = "georgii-figures";
  bench.description =
      "[Georgii05, fig. 7, 9] at the sizes of their captions: a step of one V(1,1)-cycle, and the surface "
      "moved "
      "by the processor";
  for (const Figure& figure : kFigures) bench.cases.emplace_back(figure.name);
  bench.run = [](BenchContext& context) {
    for (const Figure& figure : kFigures)
      if (context.wants(figure.name)) measure(context.add_row(figure.name), figure);
  };
  return bench;
}

}  // namespace sinew
