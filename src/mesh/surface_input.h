#pragma once

#include <filesystem>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// Loads and repairs a surface, with one warning for each note of the repair.
SurfaceMesh surface_from(const std::filesystem::path& path);

// The same for a surface that bounds a solid: if it is still open or not a manifold, one more warning says
// how inside is distinguished from outside.
SurfaceMesh solid_from(const std::filesystem::path& path);

}  // namespace sinew
