#pragma once

#include <array>
#include <memory>

#include "render/engine/outer_faces.h"
#include "render/gl/sent_array.h"

namespace sinew {

// The outer faces of a simulation mesh and their edges, over the nodes of the body, on the graphics card.
class WireMesh {
 public:
  // If the elements are another object, sends what differs; returns the bytes sent.
  std::size_t set_elements(const std::shared_ptr<const FrameElements>& elements);

  Index face_count() const { return face_count_; }
  Index edge_count() const { return edge_count_; }
  void bind_faces(int unit) const { faces_.bind(unit); }  // three nodes and the level
  void bind_edges(int unit) const { edges_.bind(unit); }  // two nodes

 private:
  std::shared_ptr<const FrameElements> elements_;
  SentTexture<std::array<std::uint32_t, 4>> faces_{GL_RGBA32UI};
  SentTexture<std::array<std::uint32_t, 2>> edges_{GL_RG32UI};
  Index face_count_ = 0, edge_count_ = 0;
};

}  // namespace sinew
