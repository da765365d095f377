#pragma once

#include <array>

#include "greens/sources/kelvin.h"

namespace sinew {

// What the hats of a triangle's corners contribute to the balance of a point x: integrals of Kelvin's tractions (H)
// and displacements (Q) times each hat.
struct ElementIntegrals {
  std::array<Mat3, 3> H, Q;
};

using Corners = std::array<Vec3, 3>;

// x is no point of the triangle, but may be near: the rule has 3 points beyond 6 times the longest edge, 7 beyond 2.5
// times, and nearer the triangle is split in four, five times at most.
ElementIntegrals integrate_apart(const Kelvin& kelvin, const Vec3& x, const Corners& corners);

// x is corner `at`. H of its own hat has no limit for one triangle alone and is left zero: the balance of translations
// replaces it.
ElementIntegrals integrate_at_corner(const Kelvin& kelvin, const Corners& corners, int at);

}  // namespace sinew
