#include "stepping/step_scheme.h"

namespace sinew {

StepScheme step_scheme(Integrator integrator, const Damping& damping, double dt) {
  StepScheme s;
  s.dt = dt;
  s.force_time = dt;
  switch (integrator) {
    case Integrator::kNewmark:
      s.mass = 4 / (dt * dt) + 2 * damping.mass / dt;
      s.stiffness = 1 + 2 * damping.stiffness / dt;
      s.load = s.restoring = 2;
      s.velocity = 4 / dt;
      s.force_time = dt / 2;
      s.rate = 2 / dt;
      s.rate_of_velocity = -1;
      break;
    case Integrator::kBackwardEuler:
      s.mass = 1 / (dt * dt) + damping.mass / dt;
      s.stiffness = 1 + damping.stiffness / dt;
      s.velocity = s.rate = 1 / dt;
      break;
    case Integrator::kStatic:
      break;
  }
  return s;
}

}  // namespace sinew
