#pragma once

#include <array>
#include <span>
#include <vector>

#include "render/gl/data_texture.h"
#include "sinew/base/geometry.h"

namespace sinew {

// Vectors at the nodes of a body, for shaders: texel i is the value of node nodes()[i] and a scalar
// ([Georgii05, sec. 3.3]). Positions are relative to an origin near the body, subtracted in double.
class NodeTexture {
 public:
  // The nodes whose values will be sent. There is no room for them on the card until they are.
  void set_nodes(std::vector<Index> nodes) { nodes_ = std::move(nodes); }
  const std::vector<Index>& nodes() const { return nodes_; }

  // Sends 16 bytes a node, and returns how many that were. `scalars`: per node of the body, or empty.
  std::size_t upload(std::span<const Vec3> vectors, const Vec3& origin, std::span<const float> scalars);

  // What was sent last, as the shaders have it.
  std::span<const std::array<float, 4>> sent() const { return staged_; }
  const DataTexture& texture() const { return texture_; }

 private:
  std::vector<Index> nodes_;
  std::vector<std::array<float, 4>> staged_;
  DataTexture texture_{GL_RGBA32F};
};

}  // namespace sinew
