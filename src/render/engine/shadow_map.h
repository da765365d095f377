#pragma once

#include <span>

#include "render/engine/body_on_gpu.h"
#include "render/engine/draw_context.h"

namespace sinew {

// What the key light sees, as depths: a point is in shadow where the map holds something nearer to the light.
class ShadowMap {
 public:
  // Texels on a side. No finer than the soft edge of a shadow needs: see shaders/shadow.glsl.
  static constexpr int kSize = 512;

  ShadowMap();

  // Draws the surfaces, or what a section leaves of the simulation meshes, into the map, and tells the context where it is. Leaves another framebuffer bound.
  void draw(DrawContext& context, std::span<const BodyOnGpu> bodies);

 private:
  GlTexture depth_;
  TextureTarget target_;
  void draw_surface(const DrawContext& context, const BodyOnGpu& body) const;
  void draw_faces(const DrawContext& context, const BodyOnGpu& body) const;

  ShaderProgram surfaces_{"shadow.vert", "shadow.frag"};
  ShaderProgram faces_{"shadow_faces.vert", "shadow_faces.frag"};
  GlVertexArray vertex_array_;  // without attributes
};

}  // namespace sinew
