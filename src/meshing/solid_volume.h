#pragma once

#include <optional>

#include "meshing/signed_distance.h"

namespace sinew {

// What can be said of a solid without filling it, in the unit of the surface.
struct SolidFigures {
  double volume = 0;  // that the surface bounds
  double wall = 0;    // 2 volume / area: the thickness of a shell, less for anything else
};

// Nothing where the surface is open or not oriented, or where more than a few percent of it lie within other
// parts of it: what such a surface bounds is not the sum over its triangles.
std::optional<SolidFigures> solid_figures(const SurfaceMesh& surface, const SignedDistance& solid);

}  // namespace sinew
