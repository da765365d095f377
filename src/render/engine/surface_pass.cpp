#include "render/engine/surface_pass.h"

#include "record/body_colours.h"
#include "render/engine/draw_state.h"

namespace sinew {

void SurfacePass::draw(const DrawContext& context, const BodyOnGpu& body) const {
  program_.use();
  context.apply(program_);
  set_surface(program_, context, body);
  program_.set("colour", body.colour);
  program_.set("cutColour", kCutColour);
  program_.set("coloured", static_cast<int>(body.is_tool ? Colouring::kPlain : context.display.colouring));
  set_opaque();
  // Drawing depth first did not help with software rendering.
  set_seen_sides(context, body);
  body.surface.draw();
}

}  // namespace sinew
