#pragma once

#include <span>
#include <vector>

#include "octree/grid/hanging_vertices.h"

namespace sinew {

// Positions of the vertices of an octree, m. They are computed when they are asked for: a small cut asks for few.
class VertexPositions {
 public:
  // Refers to all of them. These positions, which include hanging vertices:
  VertexPositions(std::span<const Vec3> positions) : rest_(positions) {}
  VertexPositions(const std::vector<Vec3>& positions) : rest_(positions) {}
  // Positions at rest, moved by the displacements u of the unknowns.
  VertexPositions(std::span<const Vec3> rest, const Vertices& vertices, std::span<const Block3<double>> u)
      : rest_(rest), vertices_(&vertices), u_(u) {}

  Vec3 operator[](Index v) const {
    return vertices_ == nullptr ? rest_[v] : rest_[v] + value_at(*vertices_, v, u_);
  }

 private:
  std::span<const Vec3> rest_;
  const Vertices* vertices_ = nullptr;
  std::span<const Block3<double>> u_;
};

}  // namespace sinew
