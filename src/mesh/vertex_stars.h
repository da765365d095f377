#pragma once

#include <span>
#include <vector>

#include "mesh/surface_mesh.h"

namespace sinew {

// The triangles at every vertex, in one flat array, each star in ascending order.
class VertexStars {
 public:
  VertexStars(std::span<const Triangle> triangles, Index vertex_count) : starts_(vertex_count + 1, 0) {
    for (const Triangle& t : triangles)
      for (const Index v : t) ++starts_[v + 1];
    for (Index v = 0; v < vertex_count; ++v) starts_[v + 1] += starts_[v];
    triangles_.resize(3 * triangles.size());
    std::vector<Index> fill(starts_.begin(), starts_.end() - 1);
    for (Index t = 0; t < static_cast<Index>(triangles.size()); ++t)
      for (const Index v : triangles[t]) triangles_[fill[v]++] = t;
  }

  std::span<const Index> operator[](Index v) const {
    return {triangles_.data() + starts_[v], static_cast<std::size_t>(starts_[v + 1] - starts_[v])};
  }

 private:
  std::vector<Index> starts_, triangles_;
};

}  // namespace sinew
