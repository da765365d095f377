#pragma once

#include "render/engine/body_on_gpu.h"
#include "render/engine/draw_context.h"

namespace sinew {

// Draws the surfaces of bodies, lit.
class SurfacePass {
 public:
  void draw(const DrawContext& context, const BodyOnGpu& body) const;

 private:
  ShaderProgram program_{"surface.vert", "surface.frag"};
};

}  // namespace sinew
