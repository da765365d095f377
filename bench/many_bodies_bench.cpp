#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <functional>

#include "base/parallel.h"
#include "base/timer.h"
#include "bench/benches.h"
#include "bench/dick_models.h"
#include "bench/georgii_models.h"
#include "octree/grid/octree_grid.h"
#include "sinew/octree/octree_body.h"
#include "sinew/tet/tet_body.h"
#include "sinew/world/world.h"

namespace sinew {

namespace {

constexpr double kStep = 0.01;  // s
constexpr int kCounts[] = {81, 400};

// Heap memory in use, MB.
double allocated_mb() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd) / 1e6;
}

using MakeBody = std::function<std::unique_ptr<Body>(std::string name)>;

struct Measured {
  double milliseconds = 0, megabytes = 0;  // per body: of a step, and of memory
  double setup_ms = 0;                     // to make one body
};

Measured measure(const MakeBody& make_body, int count) {
  constexpr int kWarm = 3, kSteps = 10;
  Measured measured;
  const double before = allocated_mb();
  World world;
  const Timer setup;
  for (int b = 0; b < count; ++b) world.add(make_body(fmt::format("body {}", b)));
  measured.setup_ms = 1e3 * setup.seconds() / count;
  for (int s = 0; s < kWarm; ++s) world.step(kStep);
  measured.megabytes = (allocated_mb() - before) / count;
  std::vector<double> seconds;
  for (int s = 0; s < kSteps; ++s) {
    const Timer timer;
    world.step(kStep);
    seconds.push_back(timer.seconds());
  }
  std::nth_element(seconds.begin(), seconds.begin() + kSteps / 2, seconds.end());
  measured.milliseconds = 1e3 * seconds[kSteps / 2] / count;
  return measured;
}

void measure_row(const MakeBody& make_body, int count, Index elements, BenchRow& row) {
  const Measured one = measure(make_body, 1), many = measure(make_body, count);
  row.add("bodies", count);
  row.add("row_threads", thread_count());
  row.add("elements_per_body", elements);
  row.add("ms_one_body", one.milliseconds);
  row.add("ms_per_body", many.milliseconds);
  row.add("mb_one_body", one.megabytes);
  row.add("mb_per_body", many.megabytes);
  row.add("setup_ms_one_body", one.setup_ms);
  row.add("setup_ms_per_body", many.setup_ms);
}

}  // namespace

Bench many_bodies_bench() {
  Bench bench;
  bench.name = "many-bodies";
  bench.description = "a step and the memory of one of many equal bodies, beside those of one alone";
  for (const char* suffix : {"", "-octree"})
    for (const int count : kCounts) bench.cases.push_back(fmt::format("{}{}", count, suffix));
  bench.run = [](BenchContext& context) {
    const TetBodyModel rabbit = georgii_solid("rabbit", 1'000, 2);
    DickCase small = dick_case("rabbit-8k");
    small.resolution = 14;
    const OctreeBodyModel cubes = make_dick_model(small).body;
    ElasticParams params;
    params.integrator = Integrator::kBackwardEuler;
    for (const int count : kCounts) {
      const std::string name = std::to_string(count);
      if (context.wants(name))
        measure_row(
            [&](std::string body) { return std::make_unique<TetBody>(std::move(body), rabbit, params); },
            count, rabbit.levels[0].tetrahedron_count(), context.add_row(name));
      if (context.wants(name + "-octree"))
        measure_row(
            [&](std::string body) { return std::make_unique<OctreeBody>(std::move(body), cubes, params); },
            count, make_octree_grid(cubes.voxels, cubes.coarsest).cells.count(),
            context.add_row(name + "-octree"));
    }
  };
  return bench;
}

}  // namespace sinew
