#pragma once

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// The moments of what a closed surface bounds, at a density of 1, in the unit of the surface.
struct SolidMoments {
  double volume = 0;  // negative if the surface is inside out
  Vec3 centre;        // of mass
  Mat3 second;        // the integral of (x - centre) (x - centre)^T over the solid
};

// Exact but for rounding. Parts of the surface that overlap count as often as they contain a point.
SolidMoments solid_moments(const SurfaceMesh& surface);

// The inertia about the centre that goes with a second moment S: the integral of x.x I - x x^T = tr(S) I - S.
inline Mat3 inertia_of(const Mat3& second) { return trace(second) * Mat3::identity() - second; }

}  // namespace sinew
