#pragma once

#include "render/engine/node_texture.h"
#include "render/engine/surface_geometry.h"
#include "render/gl/render_target.h"
#include "render/gl/sent_array.h"
#include "render/gl/shader_program.h"

namespace sinew {

// Programs that move surfaces; one of each serves all.
struct SurfacePrograms {
  ShaderProgram deform{"full_screen.vert", "deform.frag"};
  ShaderProgram normals{"full_screen.vert", "normals.frag"};
};

// A surface that lives on the graphics card and follows the nodes of a body ([Georgii05, sec. 4.1]). Moving
// it takes two passes over textures, one texel a drawn vertex: its position and scalar blended from its
// nodes, then its normal from the ring around it. Whatever draws the surface (shadow, surface, each shell of
// fur) fetches both by the number of the vertex; see shaders/surface_vertex.glsl.
class DeformedSurface {
 public:
  static constexpr Index kMostNodes = 8;  // that a vertex can follow

  // Finds creases and rings, and sends them as far as they differ from what is there; returns the bytes sent.
  // An embedding must be set again afterwards.
  std::size_t set_surface(const FrameSurface& surface);
  // Sends which nodes the vertices of the surface follow, kMostNodes each at most. `slots`: of each node its
  // texel in the node texture.
  std::size_t set_embedding(const Embedding& embedding, std::span<const Index> slots);
  Index triangle_count() const { return static_cast<Index>(indices_.size()) / 3; }

  // Blends positions and scalars from the nodes, and computes the normals. Leaves another framebuffer bound.
  void move(const SurfacePrograms& programs, const NodeTexture& nodes);
  // Blends other vectors, such as velocities, into vectors(), which are empty before. Leaves another
  // framebuffer bound.
  void carry(const SurfacePrograms& programs, const NodeTexture& node_vectors);

  const DataTexture& positions() const { return positions_; }  // xyz relative to the nodes' origin, scalar
  const DataTexture& normals() const { return normals_; }      // xyz of length 1, or 0 if there is none
  const DataTexture& vectors() const { return vectors_; }

  // Binds positions, normals and vectors to units 0, 1 and 2 and draws all triangles, `copies` times over
  // (gl_InstanceID). Attribute 0: the position at rest relative to the centre of the surface, and 1 if a cut
  // made it.
  void draw(int copies = 1) const;

 private:
  void run(const ShaderProgram& program, const NodeTexture& nodes, const TextureTarget& target) const;
  void make_room(DataTexture& texture, TextureTarget& target) const;

  Index vertices_ = 0;
  std::vector<Index> source_;  // the surface's vertex that each drawn vertex comes from
  int texels_per_vertex_ = 1;  // of four nodes each
  SentTexture<std::array<std::uint32_t, 4>> nodes_{GL_RGBA32UI};
  SentTexture<std::array<float, 4>> weights_{GL_RGBA32F};
  SentTexture<std::uint32_t> ring_start_{GL_R32UI};
  SentTexture<std::array<std::uint32_t, 2>> ring_{GL_RG32UI};
  SentBuffer<std::array<float, 4>> rest_{GL_ARRAY_BUFFER};
  SentBuffer<std::uint32_t> indices_{GL_ELEMENT_ARRAY_BUFFER};
  DataTexture positions_{GL_RGBA32F}, normals_{GL_RGBA32F}, vectors_{GL_RGBA32F};
  TextureTarget to_positions_, to_normals_, to_vectors_;
  GlVertexArray vertex_array_;
};

}  // namespace sinew
