#include "bench/seiler_scenes.h"

#include <algorithm>
#include <array>

#include "sinew/contact/contact.h"

namespace sinew {

namespace {

ElasticParams params_of(const SeilerRun& run) {
  ElasticParams params;
  params.strain = Strain::kCorotated;
  params.integrator = Integrator::kBackwardEuler;
  params.solver.method = run.has_levels ? SolverMethod::kMultigridCg : SolverMethod::kCg;
  params.solver.tolerance = run.tolerance;
  return params;
}

// How far things keep apart, and are apart when a run starts, m.
constexpr double kGap = 1e-4;

SeilerScene scene_of(const std::array<Index, 3>& cells, double spacing, const Material& material,
                     const OctreeAdaptivity& adaptivity, const SeilerRun& run) {
  OctreeBodyModel model;
  model.voxels = voxel_box({0, 0, 0}, spacing, cells);
  model.materials.base = material;
  model.forces = {Gravity{{0, -9.81, 0}}};
  model.contact_surface = SeenContact{};
  // A body with levels is adaptive in any case, for its solver: one that is full has cells of level 0 alone.
  if (run.has_levels) model.adaptive = adaptivity;
  if (!run.adapts) model.coarsest = 0;
  SeilerScene scene;
  auto body = std::make_unique<OctreeBody>("body", model, params_of(run));
  scene.body = body.get();
  scene.full_elements = cells[0] * cells[1] * cells[2];
  scene.size = spacing * static_cast<double>(cells[0]);
  scene.world.add(std::move(body));
  scene.world.set_contact({.bodies = false, .themselves = false, .gap = kGap});
  return scene;
}

// The ball comes down for a fifth of a second, and is then led along for a second.
constexpr double kDown = 0.2, kThick = 0.05, kFrom = 0.05, kAlong = 0.1, kDeep = 0.02;

}  // namespace

SeilerScene seiler_bar(const SeilerRun& run) {
  OctreeAdaptivity adaptivity;
  adaptivity.split_above = 6e-3, adaptivity.merge_below = 5e-4;
  adaptivity.most_cells = 184;
  SeilerScene scene = scene_of({16, 8, 8}, 0.0125, {5e5, 0.4, 2e4}, adaptivity, run);
  scene.world.add(Obstacle{.name = "left", .shape = BoxShape{{-0.02, -0.05, -0.02}, {0.02, -kGap, 0.12}}});
  scene.world.add(Obstacle{.name = "right", .shape = BoxShape{{0.18, -0.05, -0.02}, {0.22, -kGap, 0.12}}});
  scene.steps = 200;
  return scene;
}

Vec3 seiler_ball(double time) {
  const double down = std::min(time / kDown, 1.0), along = std::clamp(time - kDown, 0.0, 1.0);
  return {kFrom + kAlong * along, kThick + kSeilerBall + 0.005 - (kDeep + 0.005) * down, 0.1};
}

SeilerScene seiler_plane(const SeilerRun& run) {
  OctreeAdaptivity adaptivity;
  adaptivity.split_above = 8e-3, adaptivity.merge_below = 5e-4;
  adaptivity.most_cells = 130;
  SeilerScene scene = scene_of({16, 4, 16}, 0.0125, {3e4, 0.4, 400}, adaptivity, run);
  scene.world.add(Obstacle{
      .name = "ground", .shape = PlaneShape{{0, -kGap, 0}, {0, 1, 0}}, .motion = {}, .friction = 1.0});
  Obstacle ball{
      .name = "ball", .shape = SphereShape{seiler_ball(0), kSeilerBall}, .motion = {}, .friction = 0.0};
  for (const double time : {0.0, kDown, kDown + 1}) {
    Waypoint& waypoint = ball.motion.path.emplace_back();
    waypoint.time = time;
    waypoint.move = seiler_ball(time) - seiler_ball(0);
  }
  scene.world.add(ball);
  scene.steps = 120;
  return scene;
}

namespace {

// The positions of the vertices of the surface that lay on top at rest.
std::vector<Vec3> top_of(const World& world) {
  const BodyFrame& body = world.frame().bodies[0];
  const std::vector<Vec3>& rest = body.topology.surface->mesh.positions;
  const std::vector<Vec3> now = surface_positions(body);
  const double top = bounding_box(rest).upper.y;
  std::vector<Vec3> positions;
  for (std::size_t v = 0; v < rest.size(); ++v)
    if (rest[v].y > top - 1e-9) positions.push_back(now[v]);
  return positions;
}

}  // namespace

double top_height(const World& world, double x, double z) {
  const auto away = [&](const Vec3& p) { return (p.x - x) * (p.x - x) + (p.z - z) * (p.z - z); };
  return std::ranges::min(top_of(world), {}, away).y;
}

}  // namespace sinew
