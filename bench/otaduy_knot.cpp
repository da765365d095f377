#include "bench/otaduy_knot.h"

#include "mesh/mean_edge.h"
#include "sinew/contact/contact.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/shape/models.h"
#include "sinew/tet/tet_body.h"
#include "sinew/world/world.h"

namespace sinew {

KnotModel knot_model(Index triangles, Index tetrahedra) {
  KnotModel model;
  model.surface = make_model("knot", triangles);
  if (tetrahedra == 0) return model;
  HierarchyParams params;
  params.levels = 1;
  params.finest = tetrahedra;
  model.mesh = build_hierarchy(model.surface, SignedDistance(model.surface), params).levels[0];
  return model;
}

std::vector<std::vector<Vec3>> knot_fall(const KnotModel& model, int steps) {
  constexpr double kSpeed = 5;
  TetBodyModel body;
  body.levels = {model.mesh};
  body.surface = model.surface;
  body.materials = {{.young = 1e5, .poisson = 0.4, .density = 1000}};
  body.velocity = {0, -kSpeed, 0};
  body.contact_surface = SeenContact{};
  ElasticParams params;
  params.strain = Strain::kCorotated;
  params.integrator = Integrator::kBackwardEuler;
  params.solver.method = SolverMethod::kCg;
  World world;
  world.add(std::make_unique<TetBody>("knot", body, params));
  const double edge = mean_edge(model.surface), bottom = bounding_box(model.surface).lower.y;
  world.add(Obstacle{.name = "floor", .shape = PlaneShape{{0, bottom - 2 * edge, 0}, {0, 1, 0}}});
  world.set_contact({.gap = 0.05 * edge});
  std::vector<std::vector<Vec3>> states;
  for (int step = 0; step < steps; ++step) {
    world.step(kKnotStep);
    states.push_back(world.frame().bodies[0].positions);
  }
  return states;
}

}  // namespace sinew
