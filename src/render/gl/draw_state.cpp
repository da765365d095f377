#include "render/gl/draw_state.h"

#include <epoxy/gl.h>

namespace sinew {

void set_opaque_state() {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  glDepthMask(GL_TRUE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_STENCIL_TEST);
}

void set_blended_state(bool multiplied) {
  set_opaque_state();
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFunc(multiplied ? GL_ONE : GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

}  // namespace sinew
