#include "stepping/step_scheme.h"

namespace sinew {

namespace {

StepScheme newmark(const Damping& damping, double dt) {
  StepScheme s;
  s.mass = 4 / (dt * dt) + 2 * damping.mass / dt;
  s.stiffness = 1 + 2 * damping.stiffness / dt;
  s.load = s.restoring = 2;
  s.velocity = 4 / dt;
  s.force_time = dt / 2;
  s.rate = 2 / dt;
  s.rate_of_velocity = -1;
  return s;
}

StepScheme backward_euler(const Damping& damping, double dt) {
  StepScheme s;
  s.mass = 1 / (dt * dt) + damping.mass / dt;
  s.stiffness = 1 + damping.stiffness / dt;
  s.velocity = s.rate = 1 / dt;
  s.force_time = dt;
  return s;
}

StepScheme generalized_alpha(const Damping& damping, double dt) {
  const double r = kRadiusOfStiffModes;
  const double alpha_m = (2 * r - 1) / (r + 1), way = 1 / (1 + r);
  const double gamma = 1.5 - alpha_m - way, beta = (gamma + 0.5) * (gamma + 0.5) / 4;
  const double inertia = (1 - alpha_m) / way;
  StepScheme s;
  s.rate = gamma / (beta * dt);
  s.rate_of_velocity = 1 - gamma / beta;
  s.rate_of_acceleration = dt * (1 - gamma / (2 * beta));
  s.gamma = gamma;
  s.load = s.restoring = 1 / way;
  s.force_time = way * dt;
  s.mass = inertia / (beta * dt * dt) + damping.mass * s.rate;
  s.stiffness = 1 + damping.stiffness * s.rate;
  // The velocity at t + way dt, over way, is rate w + of_velocity v + rate_of_acceleration a.
  const double of_velocity = s.rate_of_velocity + (1 - way) / way;
  s.velocity = inertia / (beta * dt) - damping.mass * of_velocity;
  s.acceleration = inertia * (1 / (2 * beta) - 1) - alpha_m / way - damping.mass * s.rate_of_acceleration;
  s.damped_velocity = damping.stiffness * of_velocity;
  s.damped_acceleration = damping.stiffness * s.rate_of_acceleration;
  return s;
}

StepScheme scheme_of(Integrator integrator, const Damping& damping, double dt) {
  switch (integrator) {
    case Integrator::kNewmark:
      return newmark(damping, dt);
    case Integrator::kBackwardEuler:
      return backward_euler(damping, dt);
    case Integrator::kGeneralizedAlpha:
      return generalized_alpha(damping, dt);
    case Integrator::kStatic:
      break;
  }
  StepScheme s;
  s.force_time = dt;
  return s;
}

}  // namespace

StepScheme step_scheme(Integrator integrator, const Damping& damping, double dt) {
  StepScheme s = scheme_of(integrator, damping, dt);
  s.dt = dt;
  return s;
}

}  // namespace sinew
