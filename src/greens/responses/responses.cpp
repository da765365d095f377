#include "greens/responses/responses.h"

#include <algorithm>

namespace sinew {

void ResponseSource::columns(std::span<const Index> vertices, std::span<double> G) const {
  const auto size = 3 * static_cast<std::size_t>(count());
  std::fill(G.begin(), G.end(), 0.0);
  for (std::size_t k = 0; k < vertices.size(); ++k)
    for (std::size_t axis = 0; axis < 3; ++axis)
      G[(3 * k + axis) * size + 3 * static_cast<std::size_t>(vertices[k]) + axis] = 1;
  respond(G, G);
}

}  // namespace sinew
