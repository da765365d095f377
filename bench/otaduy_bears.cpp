#include "bench/otaduy_bears.h"

#include <fmt/format.h>

#include "sinew/adaptive/adaptive_tet_body.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/shape/models.h"

namespace sinew {

namespace {

constexpr Index kFinest = 6418, kCoarsest = 100;
constexpr double kSpeed = 1, kAboveFloor = 0.02;  // m/s, sizes

BearModel make_bear_model() {
  const SurfaceMesh surface = make_model("bear");
  HierarchyParams params;
  params.levels = 6, params.finest = kFinest, params.coarsest = kCoarsest;
  BearModel bear;
  bear.body.levels = build_hierarchy(surface, SignedDistance(surface), params).levels;
  const Box3 box = bounding_box(bear.body.levels[0]);
  for (VolumeMesh& level : bear.body.levels)
    for (Vec3& p : level.positions) p -= box.center();
  bear.size = box.diagonal(), bear.height = box.upper.y - box.lower.y;
  bear.body.materials = {{.young = 5e4, .poisson = 0.4, .density = 1200}};
  return bear;
}

std::unique_ptr<Body> make_full_bear(const std::string& name, TetBodyModel model, const BearSolver& solver) {
  ElasticParams params;
  params.strain = Strain::kCorotated, params.integrator = Integrator::kBackwardEuler;
  params.lumped_mass = true;
  params.solver.tolerance = solver.tolerance;
  using Kind = BearSolver::Kind;
  if (solver.kind == Kind::kGradients) params.solver.method = SolverMethod::kCg;
  if (solver.kind == Kind::kFactors) params.solver.method = SolverMethod::kCholesky;
  if (solver.kind == Kind::kMultigridOfThree)
    model.levels = {model.levels[0], model.levels[2], model.levels[4]};
  if (solver.kind == Kind::kGradients || solver.kind == Kind::kFactors) model.levels.resize(1);
  return std::make_unique<TetBody>(name, model, params);
}

}  // namespace

const BearModel& bear_model() {
  static const BearModel model = make_bear_model();
  return model;
}

std::unique_ptr<Body> make_bear(const std::string& name, const BearSolver& solver, const Placement& placement,
                                const Vec3& velocity) {
  TetBodyModel model = bear_model().body;
  model.placement = placement, model.velocity = velocity;
  using Kind = BearSolver::Kind;
  if (solver.kind != Kind::kAdaptive && solver.kind != Kind::kFullScheme)
    return make_full_bear(name, std::move(model), solver);
  AdaptiveTetParams params;
  params.solver_tolerance = solver.tolerance;
  params.adapts = solver.kind == Kind::kAdaptive;
  return std::make_unique<AdaptiveTetBody>(name, model, params);
}

std::vector<Placement> places_of_bears(int count) {
  const BearModel& bear = bear_model();
  const double first = bear.height / 2 + kAboveFloor * bear.size;
  if (count == 1) return {{.move = {0, first, 0}}};
  std::vector<Placement> places;
  for (const int y : {0, 1})
    for (const int x : {0, 1})
      for (const int z : {0, 1})
        places.push_back({.move = {x * bear.size, first + y * bear.size, z * bear.size}});
  return places;
}

ContactScene falling_bears(int count, const BearSolver& solver, bool with_each_other) {
  ContactScene scene;
  for (const Placement& placement : places_of_bears(count)) {
    const std::string name = fmt::format("bear {}", scene.bodies.size());
    scene.bodies.emplace_back([=] { return make_bear(name, solver, placement, {0, -kSpeed, 0}); });
  }
  scene.obstacles.push_back({.name = "floor", .shape = PlaneShape{}});
  scene.contact.friction = 0.3;
  scene.contact.bodies = scene.contact.themselves = with_each_other;
  return scene;
}

std::vector<Vec3> displacements_of(const Body& body) {
  if (const auto* adaptive = dynamic_cast<const AdaptiveTetBody*>(&body)) return adaptive->displacements();
  return dynamic_cast<const ElasticBody&>(body).displacements();
}

}  // namespace sinew
