#pragma once

#include <numbers>

#include "sinew/base/geometry.h"
#include "sinew/elastic/material.h"

namespace sinew {

// Kelvin's solution: how infinite space answers a unit force. With r = y - x, e = r / |r|, a surface through y with
// normal n, and i the axis of the force at x:
//
//   U_ij = [(3 - 4 nu) d_ij + e_i e_j] / (16 pi mu (1 - nu) |r|)                        displacement along j, m/N
//   T_ij = -{(e.n) [(1 - 2 nu) d_ij + 3 e_i e_j] - (1 - 2 nu) (e_i n_j - e_j n_i)} / (8 pi (1 - nu) |r|^2)
//                                                                                         traction along j, 1/m^2
class Kelvin {
 public:
  explicit Kelvin(const Material& material)
      : three_four_nu_(3 - 4 * material.poisson),
        one_two_nu_(1 - 2 * material.poisson),
        u_scale_(1 / (16 * std::numbers::pi * material.mu() * (1 - material.poisson))),
        t_scale_(1 / (8 * std::numbers::pi * (1 - material.poisson))) {}

  // Where |r| = 1.
  Mat3 displacement(const Vec3& e) const {
    return u_scale_ * (three_four_nu_ * Mat3::identity() + outer(e, e));
  }
  Mat3 traction(const Vec3& e, const Vec3& n) const {
    const Mat3 even = dot(e, n) * (one_two_nu_ * Mat3::identity() + 3.0 * outer(e, e));
    return t_scale_ * (one_two_nu_ * (outer(e, n) - outer(n, e)) - even);
  }

 private:
  double three_four_nu_, one_two_nu_, u_scale_, t_scale_;
};

}  // namespace sinew
