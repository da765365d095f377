#pragma once

#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// The vertices of the surface, followed by points on its triangles so that no point of it is farther than
// about `spacing` from a sample. If that would take more than `limit` samples, the spacing is increased.
std::vector<Vec3> surface_samples(const SurfaceMesh& surface, double spacing, std::size_t limit = 400'000);

}  // namespace sinew
