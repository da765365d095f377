#pragma once

#include <array>
#include <string_view>

#include "base/vec3.h"

namespace sinew {

enum class Integrator {
  kNewmark,        // beta 1/4, gamma 1/2: second order, no damping of its own [Georgii05, sec. 3.1]
  kBackwardEuler,  // first order, damps what it cannot resolve
  kStatic          // no inertia: the body in balance
};

inline constexpr std::array<std::string_view, 3> kIntegratorNames{"newmark", "euler", "static"};

// C = mass M + stiffness K
struct Damping {
  double mass = 0;       // alpha, 1/s
  double stiffness = 0;  // beta, s
};

// One implicit step of M a + C v + K u = f as a linear system for the increment w = u(t + dt) - u(t):
//   (mass M + stiffness K) w = f + M p + K q,
//   p = p_velocity v + p_acceleration a,   q = q_velocity v - u.
// For Newmark, with v' and a' from [Georgii05, sec. 3.1] put into Eq. 1 at t + dt:
//   mass = 4 / dt^2 + 2 alpha / dt,   stiffness = 1 + 2 beta / dt,
//   p = (4 / dt + alpha) v + a,       q = beta v - u.
// For backward Euler:  mass = 1 / dt^2 + alpha / dt,  stiffness = 1 + beta / dt,  p = v / dt,  q = -u.
struct StepScheme {
  double mass = 0, stiffness = 1;
  double p_velocity = 0, p_acceleration = 0, q_velocity = 0;
  double dt = 0;
  Integrator integrator = Integrator::kStatic;

  // Where the body is going, as a first guess of w: as if its acceleration stayed.
  Vec3 guess(const Vec3& v, const Vec3& a) const;
  struct Rates {
    Vec3 velocity, acceleration;
  };
  // At t + dt.
  Rates rates(const Vec3& w, const Vec3& v, const Vec3& a) const;
};

StepScheme step_scheme(Integrator integrator, const Damping& damping, double dt);

}  // namespace sinew
