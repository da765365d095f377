#include "render/engine/surface_pass.h"

#include "render/engine/colour_map.h"

namespace sinew {

void SurfacePass::draw(const DrawContext& context, const BodyOnGpu& body) const {
  program_.use();
  context.apply(program_);
  program_.set("bodyOffset", body.origin - context.origin);
  program_.set("positions", 0);
  program_.set("normals", 1);
  program_.set("colour", body.colour);
  program_.set("cutColour", kCutColour);
  program_.set("coloured", context.display.colouring == Colouring::kPlain || body.is_tool ? 0 : 1);
  // Leaving out backs halves the time where a processor draws; drawing depth first did not help there.
  const bool from_outside = !body.bounds.inflated(0.01 * body.size).contains(context.camera.eye());
  (body.closed && from_outside ? glEnable : glDisable)(GL_CULL_FACE);
  glFrontFace(GL_CCW);
  glCullFace(GL_BACK);
  body.surface.draw();
  glDisable(GL_CULL_FACE);
}

}  // namespace sinew
