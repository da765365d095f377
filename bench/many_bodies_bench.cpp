#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <span>

#include "base/random.h"
#include "base/timer.h"
#include "bench/benches.h"
#include "bench/dick_models.h"
#include "bench/georgii_models.h"
#include "bench/machine.h"
#include "octree/grid/octree_grid.h"
#include "sinew/base/process.h"
#include "sinew/octree/octree_body.h"
#include "sinew/shape/models.h"
#include "sinew/tet/tet_body.h"
#include "sinew/world/world.h"

namespace sinew {

namespace {

constexpr double kStep = 0.02;  // s
constexpr int kCounts[] = {81, 400};

// Where the b-th body is, and how fast: in rows 2 m apart, each turned another way.
struct Start {
  Placement placement;
  Vec3 velocity;
};

Start start_of(int b) {
  Random random(b);
  const Vec3 q = random.in_box({-1, -1, -1}, {1, 1, 1});
  const double w = 1 / std::sqrt(1 + squared_norm(q));
  return {{to_matrix({w, w * q.x, w * q.y, w * q.z}), {2.0 * (b % 20), 0, 2.0 * (b / 20)}},
          random.in_box({-1, 0, -1}, {1, 3, 1})};
}

using MakeBody = std::function<std::unique_ptr<Body>(std::string name, const Start& start)>;

struct Measured {
  double milliseconds = 0, megabytes = 0;  // per body: of a step (CPU over threads), and of resident memory
  double setup_ms = 0;                     // to make one body
};

Measured measure(const MakeBody& make_body, int count, int threads, World& world) {
  constexpr int kWarm = 3, kSteps = 50, kWindows = 5;
  const int before_threads = thread_count();
  set_thread_count(threads);
  Measured measured;
  malloc_trim(0);
  const double before = rss_mb();
  const Timer setup;
  for (int b = 0; b < count; ++b) world.add(make_body(fmt::format("body {}", b), start_of(b)));
  measured.setup_ms = 1e3 * setup.seconds() / count;
  for (int s = 0; s < kWarm; ++s) world.step(kStep);
  malloc_trim(0);
  measured.megabytes = (rss_mb() - before) / count;
  double least = std::numeric_limits<double>::infinity();
  for (int window = 0; window < kWindows; ++window) {
    const double start = cpu_seconds();
    for (int s = 0; s < kSteps; ++s) world.step(kStep);
    least = std::min(least, cpu_seconds() - start);
  }
  measured.milliseconds = 1e3 * least / (kSteps * threads * count);
  set_thread_count(before_threads);
  return measured;
}

// A kind of body, and what one of them takes alone.
struct Kind {
  std::string suffix;  // of its cases
  MakeBody make;
  Index elements, triangles;
  Measured alone = {};
};

// Memory that was freed may stay resident and be used again, so this comes before all else, and the bodies
// stay until all are measured.
void measure_alone(std::span<Kind> kinds) {
  std::vector<World> worlds(kinds.size());
  for (std::size_t k = 0; k < kinds.size(); ++k) kinds[k].alone = measure(kinds[k].make, 1, 1, worlds[k]);
}

void measure_row(const Kind& kind, int count, BenchRow& row) {
  World world;
  const int threads = thread_count();
  const Measured& one = kind.alone;
  const Measured many = measure(kind.make, count, threads, world);
  row.add("bodies", count);
  row.add("row_threads", threads);
  row.add("elements_per_body", kind.elements);
  row.add("triangles_per_body", kind.triangles);
  row.add("ms_one_body", one.milliseconds);
  row.add("ms_per_body", many.milliseconds);
  row.add("mb_one_body", one.megabytes);
  row.add("mb_per_body", many.megabytes);
  row.add("setup_ms_one_body", one.setup_ms);
  row.add("setup_ms_per_body", many.setup_ms);
}

template <typename SomeBody, typename Model>
MakeBody maker_of(const Model& model, const ElasticParams& params) {
  return [&model, params](std::string name, const Start& start) {
    Model own = model;
    own.placement = start.placement, own.velocity = start.velocity;
    return std::make_unique<SomeBody>(std::move(name), std::move(own), params);
  };
}

// The bike of [Seiler11]'s heap: few elements, and a surface of 13,000 triangles that follows them.
TetBodyModel bike_of_tetrahedra() {
  TetBodyModel bike = georgii_solid("bike", 391, 1);
  bike.holds.clear();
  bike.surface = make_model("bike");
  return bike;
}

OctreeBodyModel rabbit_of_cells() {
  DickCase small = dick_case("rabbit-8k");
  small.resolution = 14;
  OctreeBodyModel rabbit = make_dick_model(small).body;
  rabbit.holds.clear();
  return rabbit;
}

}  // namespace

Bench many_bodies_bench() {
  Bench bench;
  bench.name = "many-bodies";
  bench.description = "a step and the memory of one of many equal bodies, beside those of one alone";
  for (const char* suffix : {"", "-octree"})
    for (const int count : kCounts) bench.cases.push_back(fmt::format("{}{}", count, suffix));
  bench.run = [](BenchContext& context) {
    const TetBodyModel bike = bike_of_tetrahedra();
    const OctreeBodyModel rabbit = rabbit_of_cells();
    ElasticParams params;
    params.integrator = Integrator::kBackwardEuler;
    params.strain = Strain::kCorotated;
    std::vector<Kind> kinds{{"", maker_of<TetBody>(bike, params), bike.levels[0].tetrahedron_count(),
                             bike.surface.triangle_count()},
                            {"-octree", maker_of<OctreeBody>(rabbit, params),
                             make_octree_grid(rabbit.voxels, rabbit.coarsest).cells.count(),
                             rabbit.own_surface.triangle_count()}};
    measure_alone(kinds);
    for (const Kind& kind : kinds)
      for (const int count : kCounts) {
        const std::string name = std::to_string(count) + kind.suffix;
        if (context.wants(name)) measure_row(kind, count, context.add_row(name));
      }
  };
  return bench;
}

}  // namespace sinew
