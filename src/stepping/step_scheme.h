#pragma once

#include "sinew/base/geometry.h"
#include "sinew/stepping/elastic_params.h"

namespace sinew {

// One implicit step of M a + C v + K u = f as a linear system for the increment w = u(t + dt) - u(t):
//   (mass M + stiffness K) w = load f + velocity M v - restoring K u,
// with f in the middle of the step for Newmark, at its end otherwise.
//
// Newmark is [Georgii05, sec. 3.1] with Eq. 1 substituted at both ends of the step, so that no acceleration
// is stored:
//   mass = 4 / dt^2 + 2 alpha / dt,   stiffness = 1 + 2 beta / dt,
//   load = 2,   velocity = 4 / dt,   restoring = 2,
// and v(t + dt) = 2 w / dt - v. Backward Euler:
//   mass = 1 / dt^2 + alpha / dt,   stiffness = 1 + beta / dt,
//   load = 1,   velocity = 1 / dt,   restoring = 1,
// and v(t + dt) = w / dt.
//
// A step whose system is solved only in part must not blow up. Suppose the solver starts from w = dt v and
// leaves a share rho of the error of a mode of frequency omega. With s = (omega dt / 2)^2 and Newmark,
// (u, dt v) is then multiplied by a matrix of determinant 1 and trace 2 (1 - rho) (1 - s) / (1 + s) + 2 rho,
// which lies in [-2, 2] for every s and 0 <= rho <= 1: no mode grows, however little is solved. From
// w = theta dt v, 0 <= theta <= 1, the determinant is 1 - 2 rho (1 - theta): modes that stay unsolved decay.
// V-cycles whose second sweep reverses the first leave such shares (their error operator is symmetric and
// positive semidefinite in the energy of A). A third unknown for the acceleration, or a guess that uses it,
// multiplies the error of stiff modes by omega^2 dt^2, and does blow up.
struct StepScheme {
  double mass = 0, stiffness = 1;
  double load = 1, velocity = 0, restoring = 1;
  double dt = 0;
  double force_time = 0;  // when f is taken, in s after the start of the step
  double rate = 0, rate_of_velocity = 0;

  // v(t + dt)
  Vec3 velocity_after(const Vec3& w, const Vec3& v) const { return rate * w + rate_of_velocity * v; }
};

StepScheme step_scheme(Integrator integrator, const Damping& damping, double dt);

}  // namespace sinew
