#pragma once

#include <filesystem>

#include "mesh/surface_mesh.h"

namespace sinew {

// Loads and repairs a surface, and warns about what was wrong with it, a warning for each note of the repair.
SurfaceMesh surface_from(const std::filesystem::path& path);

// The same for a surface that stands for a solid: where it is still open or not a manifold, one more warning
// says how inside is told from outside.
SurfaceMesh solid_from(const std::filesystem::path& path);

}  // namespace sinew
