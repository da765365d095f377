#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sinew/base/geometry.h"
#include "sinew/elastic/material.h"

namespace sinew::test {

// u = s (1, 1/2, -1/3), s = sin(pi x) sin(pi y) sin(pi z), in the unit cube, whose boundary it leaves alone.
inline constexpr Vec3 kDirection{1, 0.5, -1.0 / 3};

inline Vec3 manufactured(const Vec3& p) {
  constexpr double kPi = std::numbers::pi;
  return std::sin(kPi * p.x) * std::sin(kPi * p.y) * std::sin(kPi * p.z) * kDirection;
}

// The force per volume that Navier's equation asks for: -(mu lap u + (lambda + mu) grad div u).
inline Vec3 manufactured_force(const Vec3& p, const Material& material) {
  constexpr double kPi = std::numbers::pi;
  const double sx = std::sin(kPi * p.x), sy = std::sin(kPi * p.y), sz = std::sin(kPi * p.z);
  const double cx = std::cos(kPi * p.x), cy = std::cos(kPi * p.y), cz = std::cos(kPi * p.z);
  const double s = sx * sy * sz, xy = cx * cy * sz, yz = sx * cy * cz, zx = cx * sy * cz;
  const auto& [a, b, c] = kDirection;
  const Vec3 gradient{-a * s + b * xy + c * zx, a * xy - b * s + c * yz, a * zx + b * yz - c * s};
  return kPi * kPi * (3 * material.mu() * manufactured(p) - (material.lambda() + material.mu()) * gradient);
}

inline bool on_unit_cube(const Vec3& p) {
  return std::min({p.x, p.y, p.z}) < 1e-9 || std::max({p.x, p.y, p.z}) > 1 - 1e-9;
}

}  // namespace sinew::test
