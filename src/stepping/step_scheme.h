#pragma once

#include "sinew/base/geometry.h"
#include "sinew/stepping/elastic_params.h"

namespace sinew {

// One implicit step of M a + C v + K u = f as a linear system for the increment w = u(t + dt) - u(t):
//   (mass M + stiffness K) w = load f + M (velocity v + acceleration a)
//                              - K (restoring u + damped_velocity v + damped_acceleration a),
// with f and K u at t + way dt: in the middle of the step for Newmark, at its end for backward Euler.
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
// Generalized-alpha (Chung and Hulbert, 1993) is Newmark's scheme with an acceleration of its own,
//   w = dt v + dt^2 ((1/2 - b) a + b a1),   v1 = v + dt ((1 - gamma) a + gamma a1),
//   M ((1 - alpha_m) a1 + alpha_m a) + C v(t + way dt) + K (u + way w) = f(t + way dt),
// here divided by `way`. Its parameters follow from r, by which the stiffest modes are multiplied in a step:
//   alpha_m = (2 r - 1) / (r + 1),   way = 1 / (1 + r),   gamma = 3/2 - alpha_m - way,
//   b = (gamma + 1/2)^2 / 4.
// It is of second order for every r, and Newmark's scheme above for r = 1. A mode of 35 steps a period keeps
// 0.99992 of its amplitude in a step with r = 0.3, one of 3 steps a period 0.85.
//
// A step whose system is solved only in part must not blow up. Suppose the solver starts from w = dt v and
// leaves a share rho of the error of a mode of frequency omega. With s = (omega dt / 2)^2 and Newmark,
// (u, dt v) is then multiplied by a matrix of determinant 1 and trace 2 (1 - rho) (1 - s) / (1 + s) + 2 rho,
// which lies in [-2, 2] for every s and 0 <= rho <= 1: no mode grows, however little is solved. From
// w = theta dt v, 0 <= theta <= 1, the determinant is 1 - 2 rho (1 - theta): modes that stay unsolved decay.
// V-cycles whose second sweep reverses the first leave such shares (their error operator is symmetric and
// positive semidefinite in the energy of A). Generalized-alpha has a matrix of three rows, whose spectral
// radius a test finds to be at most 1 for all such s, rho and theta. An acceleration computed from the forces
// multiplies the error of stiff modes by omega^2 dt^2, a guess that uses the acceleration carries it on, and
// both do blow up.
struct StepScheme {
  double mass = 0, stiffness = 1;
  double load = 1, velocity = 0, restoring = 1;
  double acceleration = 0, damped_velocity = 0, damped_acceleration = 0;  // 0 unless generalized-alpha
  double dt = 0;
  double force_time = 0;  // when f is taken, in s after the start of the step
  double rate = 0, rate_of_velocity = 0, rate_of_acceleration = 0;
  double gamma = 1;  // 1: accelerations are differences of velocities

  double way() const { return 1 / restoring; }
  // v(t + dt)
  Vec3 velocity_after(const Vec3& w, const Vec3& v, const Vec3& a) const {
    return rate * w + rate_of_velocity * v + rate_of_acceleration * a;
  }
  // a(t + dt), given the velocities at both ends.
  Vec3 acceleration_after(const Vec3& v, const Vec3& after, const Vec3& a) const {
    return ((after - v) / dt - (1 - gamma) * a) / gamma;
  }
};

// r of generalized-alpha: the largest for which slender corotated bars stay stable in steps of 0.03 s.
inline constexpr double kRadiusOfStiffModes = 0.3;

StepScheme step_scheme(Integrator integrator, const Damping& damping, double dt);

}  // namespace sinew
