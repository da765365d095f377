#pragma once

#include <vector>

#include "mesh/patches.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// For every patch or shell the closed ones that contain it, ascending; empty for open ones. This is decided
// exactly at one of its vertices that touches no other; if surfaces cross, other parts of it may lie
// elsewhere.
std::vector<std::vector<Index>> containing_patches(const SurfaceMesh& mesh, const Patches& patches);

}  // namespace sinew
