#include "render/engine/node_texture.h"

namespace sinew {

std::size_t NodeTexture::upload(std::span<const Vec3> vectors, const Vec3& origin,
                                std::span<const float> scalars) {
  staged_.resize(nodes_.size());
  texture_.resize(static_cast<Index>(nodes_.size()));
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Vec3 v = vectors[nodes_[i]] - origin;
    const float scalar = scalars.empty() ? 0.0f : scalars[nodes_[i]];
    staged_[i] = {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z), scalar};
  }
  return texture_.upload(std::span<const std::array<float, 4>>(staged_));
}

}  // namespace sinew
