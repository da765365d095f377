#include "body/surface_nodes.h"

#include <utility>
#include <vector>

namespace sinew {

Embedding embed_in_own_nodes(SurfaceMesh& surface) {
  const std::vector<char> used = used_vertices(surface);
  std::vector<Index> nodes;
  for (std::size_t v = 0; v < used.size(); ++v)
    if (used[v] != 0) nodes.push_back(static_cast<Index>(v));
  drop_unused_vertices(surface);
  return embedding_on_nodes(std::move(nodes));
}

}  // namespace sinew
