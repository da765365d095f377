#include "render/engine/seen_sides.h"

namespace sinew {

void set_seen_sides(const DrawContext& context, const BodyOnGpu& body) {
  const bool from_outside = !body.bounds.inflated(0.01 * body.size).contains(context.camera.eye());
  (body.closed && from_outside ? glEnable : glDisable)(GL_CULL_FACE);
  glFrontFace(GL_CCW);
  glCullFace(GL_BACK);
}

}  // namespace sinew
