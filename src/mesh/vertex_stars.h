#pragma once

#include <span>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// The star of every vertex: the triangles, or the tetrahedra, that use it, in one flat array, each star in
// ascending order. The elements need not outlive it.
class VertexStars {
 public:
  // `elements` is an array of Triangle or Tetrahedron over vertices 0 to vertex_count - 1.
  template <typename Elements>
  VertexStars(const Elements& elements, Index vertex_count) : starts_(vertex_count + 1, 0) {
    for (const auto& element : elements)
      for (const Index v : element) ++starts_[v + 1];
    for (Index v = 0; v < vertex_count; ++v) starts_[v + 1] += starts_[v];
    elements_.resize(starts_.back());
    std::vector<Index> fill(starts_.begin(), starts_.end() - 1);
    for (Index e = 0; e < static_cast<Index>(elements.size()); ++e)
      for (const Index v : elements[e]) elements_[fill[v]++] = e;
  }

  std::span<const Index> operator[](Index v) const {
    return {elements_.data() + starts_[v], static_cast<std::size_t>(starts_[v + 1] - starts_[v])};
  }

 private:
  std::vector<Index> starts_, elements_;
};

}  // namespace sinew
