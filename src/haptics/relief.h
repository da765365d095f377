#pragma once

#include "haptics/local_response.h"

namespace sinew {

// Fine bumps of a surface that are felt but not simulated, as a normal map shows them [JamesPai03, sec. 9.3;
// Morgenbesser and Srinivasan 1996]: with h the height of the bumps above the surface at rest,
//
//   h(X) = height / 3 (sin k X_1 + sin k X_2 + sin k X_3),   k = 2 pi / wavelength,
//
// a normal force f_n comes with the tangential force -f_n grad h on the hand. They move and stretch with the material.
struct Relief {
  double height = 0;          // m; 0: none
  double wavelength = 0.003;  // m
};

// Throws Error if a number is invalid.
void require_valid(const Relief& relief);

// h at a place at rest, and its gradient along the deformed surface, in the plane of the triangle there. No bumps where
// the response has no places at rest.
double height_at(const Relief& relief, const Vec3& rest);
Vec3 slope_at(const Relief& relief, const SurfacePoint& point, const LocalResponse& response);

}  // namespace sinew
