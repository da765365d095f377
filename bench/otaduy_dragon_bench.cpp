#include <algorithm>

#include "base/parallel.h"
#include "bench/benches.h"
#include "bench/contact_scenes.h"
#include "bench/machine.h"
#include "collision/self_proximity.h"
#include "embed/binding.h"
#include "mesh/mean_edge.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/shape/models.h"
#include "sinew/tet/tet_body.h"

// A dragon whose neck is pushed against its back by a bear on a given path, as scenes/otaduy_dragon.json has it.

namespace sinew {

namespace {

constexpr Index kTriangles = 13'480, kTetrahedra = 2552;
constexpr double kStep = 0.01, kNear = 0.1;  // s; mean edges
constexpr int kSteps = 300;

struct Dragon {
  SurfaceMesh surface;
  VolumeMesh mesh;
  ContactScene scene;
};

Obstacle pushing_bear() {
  SurfaceMesh bear = make_model("bear", 2000);
  for (Vec3& p : bear.positions) p = 14.0 * Vec3{-p.z, p.y, p.x} + Vec3{1.15, 0.45, 0};
  Obstacle obstacle{.name = "bear", .shape = MeshShape{std::move(bear)}};
  obstacle.motion.path = {
      {0, {}}, {1.2, {-0.5, 0, 0}}, {1.6, {-0.62, -0.06, 0}}, {2, {-0.62, -0.06, 0}}, {3, {}}};
  return obstacle;
}

Dragon make_dragon() {
  Dragon dragon;
  dragon.surface = make_model("dragon", kTriangles);
  HierarchyParams hierarchy;
  hierarchy.levels = 2, hierarchy.finest = kTetrahedra, hierarchy.coarsest = kTetrahedra / 4;
  TetBodyModel model;
  model.levels = build_hierarchy(dragon.surface, SignedDistance(dragon.surface), hierarchy).levels;
  model.surface = dragon.surface;
  model.materials = {{.young = 1.5e5, .poisson = 0.4, .density = 300}};
  model.contact_surface = SeenContact{};
  Hold feet;
  for (Index v = 0; v < model.levels[0].node_count(); ++v)
    if (model.levels[0].positions[v].y < 0.12) feet.nodes.push_back(v);
  model.holds = {feet};
  dragon.mesh = model.levels[0];
  ElasticParams params;
  params.strain = Strain::kCorotated, params.integrator = Integrator::kBackwardEuler;
  params.damping = {1, 0.01};
  params.solver.cycles = 2;
  dragon.scene.bodies.emplace_back([=] { return std::make_unique<TetBody>("dragon", model, params); });
  dragon.scene.obstacles.push_back(pushing_bear());
  dragon.scene.contact.friction = 1;
  return dragon;
}

// Milliseconds of one step.
struct Sums {
  double total = 0, dynamics = 0, detection = 0, hash = 0, refit = 0, query = 0;
  Index crossings = 0, in_contact = 0;
};

double seconds_of_detection(const World& world) {
  double seconds = 0;
  for (const Profile::Zone& zone : world.profile().zones())
    if (zone.name == "detect" || zone.name == "fail-safe") seconds += zone.seconds;
  return seconds;
}

// What the multiscale hierarchy takes to find what of the surface is near itself, in the same states.
void add_hierarchy(SelfProximity& proximity, const std::vector<Vec3>& nodes, Sums& sums) {
  double last = cpu_seconds();
  const auto lap = [&] {
    const double now = cpu_seconds(), ms = 1e3 * (now - last);
    last = now;
    return ms;
  };
  proximity.place({nodes, nodes}, nodes[0]);
  sums.refit += lap();
  proximity.hash();
  sums.hash += lap();
  proximity.fit();
  sums.refit += lap();
  proximity.query();
  sums.query += lap();
}

void measure(BenchRow& row) {
  const Dragon dragon = make_dragon();
  World world = make_world(dragon.scene, true), twin = make_world(dragon.scene, false);
  twin.step(kStep);  // builds what later steps keep
  const Embedding embedding = bind_to_tetrahedra(dragon.mesh, dragon.surface.positions);
  SelfProximity proximity(dragon.surface, std::vector<SurfaceCarrier>{{dragon.mesh, embedding}},
                          kNear * mean_edge(dragon.surface));
  Sums sums;
  for (int step = 0; step < kSteps; ++step) {
    WorldState before = world.state();
    before.contact.clear();
    twin.restore(before);
    double start = cpu_seconds();
    twin.step(kStep);
    sums.dynamics += 1e3 * (cpu_seconds() - start);
    const double detection = seconds_of_detection(world), all = world.profile().seconds();
    start = cpu_seconds();
    world.step(kStep);
    const double ms = 1e3 * (cpu_seconds() - start);
    sums.total += ms;
    sums.detection += ms * (seconds_of_detection(world) - detection) / (world.profile().seconds() - all);
    if (world.frame().contact.active > 0) ++sums.in_contact;
    sums.crossings += count_crossings(dragon.scene, world);
    add_hierarchy(proximity, world.frame().bodies[0].positions, sums);
  }
  const double per_step = 1.0 / kSteps, per_thread = per_step / thread_count();
  row.add("triangles", dragon.surface.triangle_count(), "13480");
  row.add("tetrahedra", dragon.mesh.tetrahedron_count(), "2552");
  row.add("steps", kSteps);
  row.add("contact_share", sums.in_contact * per_step);
  row.add("crossing_pairs", sums.crossings, "0");
  row.add("steps_per_s", 1e3 / (sums.total * per_thread), "8 to 15");
  row.add("dynamics_ms", sums.dynamics * per_thread, "50");
  row.add("detection_ms", sums.detection * per_thread);
  row.add("response_ms", (sums.total - sums.dynamics - sums.detection) * per_thread, "up to 250");
  row.add("hash_ms", sums.hash * per_step, "15");
  row.add("refit_ms", sums.refit * per_step, "20");
  row.add("query_ms", sums.query * per_step, "5 to 25");
  row.add("row_threads", thread_count());
}

}  // namespace

Bench otaduy_dragon_bench() {
  return {"otaduy-dragon",
          "A dragon that a bear pushes until neck and back collide [Otaduy07, fig. 1 and 8], CPU time over "
          "threads. "
          "detection: of contact, with the bear and in flight; hash, refit, query: the multiscale hierarchy "
          "in the same "
          "states, on one thread",
          {"dragon"},
          [](BenchContext& context) { measure(context.add_row("dragon")); }};
}

}  // namespace sinew
