#include "render/engine/draw_state.h"

namespace sinew {

void set_opaque() {
  glDepthMask(GL_TRUE);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
}

void set_blended(bool multiplied) {
  set_opaque();
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFunc(multiplied ? GL_ONE : GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

void set_surface(const ShaderProgram& program, const DrawContext& context, const BodyOnGpu& body) {
  program.set("bodyOffset", body.origin - context.origin);
  program.set("positions", 0);
  program.set("normals", 1);
  program.set("velocities", 2);
}

void set_seen_sides(const DrawContext& context, const BodyOnGpu& body) {
  const bool from_outside = !body.bounds.inflated(0.01 * body.size).contains(context.camera.eye());
  (body.closed && from_outside ? glEnable : glDisable)(GL_CULL_FACE);
  glFrontFace(GL_CCW);
  glCullFace(GL_BACK);
}

}  // namespace sinew
