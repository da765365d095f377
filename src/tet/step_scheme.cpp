#include "tet/step_scheme.h"

namespace sinew {

StepScheme step_scheme(Integrator integrator, const Damping& damping, double dt) {
  StepScheme s;
  s.integrator = integrator;
  s.dt = dt;
  if (integrator == Integrator::kNewmark) {
    s.mass = 4 / (dt * dt) + 2 * damping.mass / dt;
    s.stiffness = 1 + 2 * damping.stiffness / dt;
    s.p_velocity = 4 / dt + damping.mass;
    s.p_acceleration = 1;
    s.q_velocity = damping.stiffness;
  } else if (integrator == Integrator::kBackwardEuler) {
    s.mass = 1 / (dt * dt) + damping.mass / dt;
    s.stiffness = 1 + damping.stiffness / dt;
    s.p_velocity = 1 / dt;
  }
  return s;
}

Vec3 StepScheme::guess(const Vec3& v, const Vec3& a) const {
  switch (integrator) {
    case Integrator::kNewmark:
      return dt * v + (dt * dt / 2) * a;
    case Integrator::kBackwardEuler:
      return dt * v;
    case Integrator::kStatic:
      break;
  }
  return {};
}

StepScheme::Rates StepScheme::rates(const Vec3& w, const Vec3& v, const Vec3& a) const {
  switch (integrator) {
    case Integrator::kNewmark:
      return {(2 / dt) * w - v, (4 / (dt * dt)) * w - (4 / dt) * v - a};
    case Integrator::kBackwardEuler:
      return {w / dt, (w / dt - v) / dt};
    case Integrator::kStatic:
      break;
  }
  return {};
}

}  // namespace sinew
