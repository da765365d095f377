#include "render/engine/draw_context.h"

namespace sinew {

void DrawContext::apply(const ShaderProgram& program) const {
  program.set("viewMatrix", view);
  program.set("projectionMatrix", projection);
  program.set("cameraPosition", camera.eye() - origin);
  program.set("pictureSize", static_cast<float>(width), static_cast<float>(height));
  program.set("lightDirection", light);
  program.set("upDirection", display.up);
  program.set("scalarRange", range[0], range[1]);
  program.set("colourMap", kColourUnit);
  glActiveTexture(GL_TEXTURE0 + kColourUnit);
  glBindTexture(GL_TEXTURE_2D, colour_map);
  program.set("shadowed", shadow_map != 0 ? 1 : 0);
  program.set("toShadow", to_shadow);
  program.set("shadowRadius", static_cast<float>(shadow_radius / shadow_size[0]),
              static_cast<float>(shadow_radius / shadow_size[1]));
  program.set("shadowOffset", static_cast<float>(shadow_radius));
  program.set("shadowMap", kShadowUnit);
  glActiveTexture(GL_TEXTURE0 + kShadowUnit);
  glBindTexture(GL_TEXTURE_2D, shadow_map);
}

}  // namespace sinew
