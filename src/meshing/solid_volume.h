#pragma once

#include <optional>

#include "sinew/meshing/signed_distance.h"

namespace sinew {

// Estimates of a solid without meshing it, in the unit of the surface.
struct SolidSize {
  double volume = 0;  // that the surface bounds
  double wall = 0;    // 2 volume / area: the thickness of a shell, less than the thickness of anything else
};

// Empty if the surface is open or not oriented, or if more than a few percent of it lie within other parts of
// it: the volume of such a surface is not the sum over its triangles.
std::optional<SolidSize> solid_size(const SurfaceMesh& surface, const SignedDistance& solid);

}  // namespace sinew
