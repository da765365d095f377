#pragma once

#include <filesystem>

#include "mesh/surface_mesh.h"

namespace sinew {

// Loads and repairs a surface for meshing, and warns about what was wrong with it and what is assumed: each
// note of the repair, and where the surface is still open or not a manifold, how inside is told from outside.
SurfaceMesh surface_to_mesh(const std::filesystem::path& path);

}  // namespace sinew
