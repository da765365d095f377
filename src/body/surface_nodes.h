#pragma once

#include "body/frame.h"

namespace sinew {

// For a surface whose vertices are the nodes: drops the vertices that no triangle uses, and binds each of the
// others to its own node.
void bind_surface_to_own_nodes(FrameTopology& topology);

}  // namespace sinew
