#include "scene/sag_estimate.h"

#include <algorithm>

#include "sinew/base/error.h"
#include "sinew/scene/load_world.h"

namespace sinew {

namespace {

// The same acceleration everywhere, at one instant: that of a centre very far away.
Radial pull(const Vec3& direction, double acceleration, double time) {
  constexpr double kFarAway = 1e9;  // m
  Radial field;
  field.centre = kFarAway * direction;
  field.strength = acceleration;
  field.falloff = 0;
  field.core = 1;
  field.during = {time - 0.5, time + 0.5};
  return field;
}

Vec3 across(const Vec3& v) {
  int least = 0;
  for (int axis = 1; axis < 3; ++axis)
    if (std::abs(v[axis]) < std::abs(v[least])) least = axis;
  Vec3 unit;
  unit[least] = 1;
  return normalized(cross(v, unit));
}

double largest_displacement(const BodyFrame& frame) {
  double most = 0;
  for (const Vec3& moved : displacements(frame)) most = std::max(most, norm(moved));
  return most;
}

}  // namespace

SagEstimate estimate_sag(SceneDescription scene, const std::string& name) {
  const double acceleration = norm(scene.gravity);
  if (!(acceleration > 0)) return {};
  const Vec3 down = normalized(scene.gravity), side = across(down);
  scene.bodies.resize(1);
  BodyDescription& body = scene.bodies[0];
  scene.gravity = {}, scene.forces.clear(), scene.cuts.clear(), scene.record.probes.clear();
  body.velocity = {};
  body.params.strain = Strain::kCauchy;
  body.params.integrator = Integrator::kStatic;
  body.params.damping = {};
  body.params.solver.cycles = 0;
  body.params.solver.tolerance = 1e-3;
  body.forces = {pull(down, acceleration, 1), pull(side, acceleration, 2),
                 pull(cross(down, side), acceleration, 3)};
  LoadedWorld loaded = load_world(scene, name);
  double moved[3];
  for (double& most : moved) {
    loaded.world.step(1);
    most = largest_displacement(loaded.world.frame().bodies[0]);
  }
  return {moved[0], std::max(moved[1], moved[2])};
}

}  // namespace sinew
