#pragma once

#include <vector>

#include "mesh/patches.h"
#include "mesh/surface_mesh.h"

namespace sinew {

// For every patch the closed patches that contain it, ascending; empty for open patches. Judged at one vertex
// of the patch: where surfaces cross, part of it may lie elsewhere. Exact, and the same for any triangle
// order within a patch.
std::vector<std::vector<Index>> containing_patches(const SurfaceMesh& mesh, const Patches& patches);

}  // namespace sinew
