#include "body/surface_nodes.h"

namespace sinew {

void bind_surface_to_own_nodes(FrameTopology& topology) {
  const std::vector<char> used = used_vertices(topology.surface);
  std::vector<Index> nodes;
  for (std::size_t v = 0; v < used.size(); ++v)
    if (used[v] != 0) nodes.push_back(static_cast<Index>(v));
  drop_unused_vertices(topology.surface);
  topology.bindings = bind_to_nodes(std::move(nodes));
}

}  // namespace sinew
