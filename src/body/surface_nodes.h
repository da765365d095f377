#pragma once

#include "sinew/embed/embedding.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// For a surface whose vertices are the nodes: leaves out those that no triangle uses. Each of the others
// follows its own node.
Embedding embed_in_own_nodes(SurfaceMesh& surface);

}  // namespace sinew
