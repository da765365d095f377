#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel.h"
#include "base/random.h"
#include "bench/benches.h"
#include "bench/machine.h"
#include "bench/seiler_scenes.h"
#include "body/contact_mesh.h"
#include "sinew/contact/contact.h"
#include "sinew/meshing/voxel_grid.h"
#include "sinew/shape/models.h"

namespace sinew {

namespace {

constexpr int kBikes = 81, kSteps = 240, kWatched = 80;  // steps, and those at the end that are measured
constexpr Index kResolution = 8;                         // voxels along a bike
constexpr Index kCollides = 400;                         // triangles

// All voxels of the blocks of 2 x 2 x 2 that hold a part of the surface: bikes are thinner than voxels.
VoxelGrid blocks_around(const SurfaceMesh& surface) {
  VoxelGrid grid;
  grid.frame = voxel_frame(bounding_box(surface), kResolution);
  for (Index& count : grid.frame.counts) count += count % 2;
  grid.inside.assign(grid.frame.sample_count(), 0);
  const Vec3 lower = grid.frame.origin - 0.5 * grid.frame.spacing * Vec3{1, 1, 1};
  for (const Vec3& p : surface.positions) {
    std::array<Index, 3> block;
    for (int axis = 0; axis < 3; ++axis)
      block[axis] = std::min(2 * static_cast<Index>((p[axis] - lower[axis]) / (2 * grid.frame.spacing)),
                             grid.frame.counts[axis] - 2);
    for (int i = 0; i < 8; ++i)
      grid.inside[grid.frame.index(block[0] + (i & 1), block[1] + (i >> 1 & 1), block[2] + (i >> 2))] = 1;
  }
  return grid;
}

// A toy bike of a soft material, whose blocks have as much of it as it fills [Seiler11, sec. 4.2].
OctreeBodyModel bike_model() {
  SurfaceMesh surface = make_model("bike");
  const Vec3 centre = bounding_box(surface).center();
  for (Vec3& p : surface.positions) p -= centre;
  const VoxelGrid grid = blocks_around(surface);
  double volume = 0;
  for (const auto& [a, b, c] : surface.triangles)
    volume += dot(surface.positions[a], cross(surface.positions[b], surface.positions[c])) / 6;
  const double fill = volume / grid.volume();

  OctreeBodyModel bike;
  bike.voxels = voxels_of(grid);
  bike.coarsest = 1;
  bike.surface = OctreeSurface::kOwn;
  bike.own_surface = surface;
  bike.contact_surface = GivenContact{contact_mesh(CoarseContact{kCollides}, surface, 1)->mesh};
  bike.materials.base = {.young = 2e6 * fill, .poisson = 0.3, .density = 1000 * fill};
  bike.adaptive = OctreeAdaptivity{};
  bike.adaptive->split_above = 0.06;
  bike.adaptive->most_cells = 40;
  return bike;
}

Placement place_of(int b) {
  Random random(b);
  const Vec3 q = random.in_box({-1, -1, -1}, {1, 1, 1});
  const double w = 1 / std::sqrt(1 + squared_norm(q));
  return {to_matrix({w, w * q.x, w * q.y, w * q.z}),
          {2.0 * (b % 4), 1.2 + 2.0 * (b / 16), 2.0 * (b / 4 % 4)}};
}

double ms_per_step(const World& world, double seconds, int steps, auto&& counts) {
  double part = 0;
  for (const Profile::Zone& zone : world.profile().zones())
    if (counts(zone.name)) part += zone.seconds;
  return 1e3 * seconds * part / (world.profile().seconds() * steps * thread_count());
}

void measure_bikes(BenchRow& row) {
  const OctreeBodyModel model = bike_model();
  ElasticParams params;
  params.strain = Strain::kCorotated;
  params.integrator = Integrator::kBackwardEuler;
  params.solver.cycles = 2;
  World world;
  std::vector<const OctreeBody*> bikes;
  for (int b = 0; b < kBikes; ++b) {
    OctreeBodyModel own = model;
    own.placement = place_of(b);
    auto bike = std::make_unique<OctreeBody>(fmt::format("bike {}", b), std::move(own), params);
    bikes.push_back(bike.get());
    world.add(std::move(bike));
  }
  world.set_contact({.themselves = false});
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});

  for (int step = 0; step < kSteps - kWatched; ++step) world.step(kSeilerStep);
  world.profile() = {};
  double contacts = 0, pressing = 0, elements = 0;
  const double start = cpu_seconds();
  for (int step = 0; step < kWatched; ++step) {
    world.step(kSeilerStep);
    contacts += static_cast<double>(world.frame().contact.contacts) / kWatched;
    pressing += static_cast<double>(world.frame().contact.active) / kWatched;
    for (const OctreeBody* bike : bikes) elements += static_cast<double>(bike->measure().elements) / kWatched;
  }
  const double seconds = cpu_seconds() - start;
  std::int64_t crossing = 0;
  for (const ContactCrossings& one : world.crossings()) crossing += one.pairs;

  const auto is_detection = [](std::string_view zone) { return zone == "detect"; };
  const auto is_response = [](std::string_view zone) {
    return zone == "sweeps" || zone == "apply" || zone == "fail-safe";
  };
  const auto ms = [&](auto&& counts) { return ms_per_step(world, seconds, kWatched, counts); };
  row.add("bodies", kBikes);
  row.add("row_threads", thread_count());
  row.add("elements", elements, "3000");
  row.add("triangles_seen", kBikes * std::ssize(model.own_surface.triangles), "1,053,000");
  row.add("contacts", contacts, "220");
  row.add("contacts_that_press", pressing);
  row.add("asleep", world.frame().contact.asleep);
  row.add("crossing_pairs", crossing);
  row.add("dynamics_ms", ms([&](std::string_view zone) {
            return !is_detection(zone) && !is_response(zone) && zone != "publish";
          }),
          "70");
  const double detection = ms(is_detection), response = ms(is_response);
  row.add("collision_ms", detection + response, "27");
  row.add("detection_ms", detection, "20");
  row.add("response_ms", response, "7");
}

}  // namespace

Bench seiler_bikes_bench() {
  return {"seiler-bikes",
          "81 elastic bikes of cells that follow their deformation fall on the ground and on each other",
          {"81"},
          [](BenchContext& context) {
            if (context.wants("81")) measure_bikes(context.add_row("81"));
          }};
}

}  // namespace sinew
