#include "bench/seiler_scenes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "body/contact_side.h"
#include "sinew/contact/contact.h"
#include "sinew/embed/embedding.h"
#include "sinew/meshing/tetrahedra.h"

namespace sinew {

namespace {

ElasticParams params_of(const SeilerRun& run) {
  ElasticParams params;
  params.strain = Strain::kCorotated;
  params.integrator = Integrator::kBackwardEuler;
  params.solver.method = run.has_levels && !run.by_gradients ? SolverMethod::kMultigridCg : SolverMethod::kCg;
  params.solver.tolerance = run.tolerance;
  return params;
}

// How far things keep apart, and are apart when a run starts, m.
constexpr double kGap = 1e-4;

SeilerScene scene_of(const std::array<Index, 3>& cells, double spacing, const Material& material,
                     const OctreeAdaptivity& adaptivity, const ContactChoice& contact, const SeilerRun& run) {
  OctreeBodyModel model;
  model.voxels = voxel_box({0, 0, 0}, spacing, cells);
  model.materials.base = material;
  model.forces = {Gravity{{0, -9.81, 0}}};
  model.contact_surface = contact;
  // A body with levels is adaptive in any case, for its solver: one that is full has cells of level 0 alone.
  if (run.has_levels) model.adaptive = adaptivity;
  if (!run.adapts) model.coarsest = 0;
  SeilerScene scene;
  auto body = std::make_unique<OctreeBody>("body", model, params_of(run));
  scene.twin = std::make_unique<OctreeBody>("twin", model, params_of(run));
  scene.body = body.get();
  scene.full_elements = cells[0] * cells[1] * cells[2];
  scene.size = spacing * static_cast<double>(cells[0]);
  scene.world.add(std::move(body));
  scene.world.set_contact({.bodies = false, .themselves = false, .gap = kGap, .tolerance = 1e-2});
  return scene;
}

// The ball comes down for a fifth of a second, and is then led along for a second.
constexpr double kDown = 0.2, kThick = 0.05, kFrom = 0.05, kAlong = 0.1, kDeep = 0.02;

}  // namespace

SeilerScene seiler_bar(const SeilerRun& run) {
  OctreeAdaptivity adaptivity;
  adaptivity.split_above = 6e-3, adaptivity.merge_below = 5e-4;
  adaptivity.most_cells = 184;
  SeilerScene scene = scene_of({16, 8, 8}, 0.0125, {5e5, 0.4, 2e4}, adaptivity, SeenContact{}, run);
  scene.world.add(Obstacle{.name = "left", .shape = BoxShape{{-0.02, -0.05, -0.02}, {0.02, -kGap, 0.12}}});
  scene.world.add(Obstacle{.name = "right", .shape = BoxShape{{0.18, -0.05, -0.02}, {0.22, -kGap, 0.12}}});
  scene.steps = 200;
  return scene;
}

Vec3 seiler_ball(double time) {
  const double down = std::min(time / kDown, 1.0), along = std::clamp(time - kDown, 0.0, 1.0);
  return {kFrom + kAlong * along, kThick + kSeilerBall + 0.005 - (kDeep + 0.005) * down, 0.1};
}

double seiler_plane_top() { return kThick; }

SeilerScene seiler_plane(const SeilerRun& run) {
  OctreeAdaptivity adaptivity;
  adaptivity.split_above = run.split_above, adaptivity.merge_below = 8e-4;
  adaptivity.most_cells = run.most_cells;
  adaptivity.tool_level = run.tool_level;
  const VolumeMesh collision = box_mesh({0.2, kThick, 0.2}, {16, 5, 16});
  SeilerScene scene = scene_of({16, 4, 16}, 0.0125, {3e4, 0.4, 400}, adaptivity,
                               GivenContact{boundary_surface(collision)}, run);
  if (run.by_positions) {
    scene.world.set_contact({.response = ContactResponse::kPositions, .bodies = false, .gap = kGap});
    scene.body->contact_side()->collision_mesh();  // made before the run
  }
  scene.world.add(Obstacle{
      .name = "ground", .shape = PlaneShape{{0, -kGap, 0}, {0, 1, 0}}, .motion = {}, .friction = 1.0});
  Obstacle ball{
      .name = "ball", .shape = SphereShape{seiler_ball(0), kSeilerBall}, .motion = {}, .friction = 0.0};
  const auto go = [&](double time, const Vec3& place) {
    Waypoint& waypoint = ball.motion.path.emplace_back();
    waypoint.time = time;
    waypoint.move = place - seiler_ball(0);
  };
  go(0, seiler_ball(0));
  for (int pass = 0; pass <= run.passes; ++pass) go(kDown + pass, seiler_ball(kDown + pass % 2));
  scene.world.add(ball);
  scene.steps = 20 + 100 * run.passes;
  return scene;
}

double top_height(const World& world, double x, double z) {
  const BodyFrame& body = world.frame().bodies[0];
  const std::vector<Vec3>& rest = body.topology.surface->mesh.positions;
  const std::vector<Vec3> now = surface_positions(body);
  const double top = bounding_box(rest).upper.y;
  double nearest = std::numeric_limits<double>::infinity(), height = 0;
  for (std::size_t v = 0; v < rest.size(); ++v) {
    if (rest[v].y <= top - 1e-9) continue;
    const double away = (now[v].x - x) * (now[v].x - x) + (now[v].z - z) * (now[v].z - z);
    if (away < nearest) nearest = away, height = now[v].y;
  }
  return height;
}

namespace {

double height_of(const BodyFrame& body, std::span<const Vec3> now, double x, double z) {
  double highest = -std::numeric_limits<double>::infinity();
  for (const Triangle& t : body.topology.surface->mesh.triangles) {
    const Vec3 a = now[t[0]], b = now[t[1]] - a, c = now[t[2]] - a;
    const double area = b.z * c.x - b.x * c.z, px = x - a.x, pz = z - a.z;
    const double at_b = (pz * c.x - px * c.z) / area, at_c = (b.z * px - b.x * pz) / area;
    if (at_b >= -1e-9 && at_c >= -1e-9 && at_b + at_c <= 1 + 1e-9)
      highest = std::max(highest, a.y + at_b * b.y + at_c * c.y);
  }
  return highest;
}

}  // namespace

double height_under(const World& world, double x, double z) {
  const BodyFrame& body = world.frame().bodies[0];
  return height_of(body, surface_positions(body), x, z);
}

double cell_height_under(const World& world, double x, double z) {
  const BodyFrame& body = world.frame().bodies[0];
  return height_of(body, embedded_positions(*embedding_in_nodes(body.topology), body.positions), x, z);
}

}  // namespace sinew
