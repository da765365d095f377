#include "render/gl/gl_object.h"

#include <fmt/format.h>

#include "sinew/base/error.h"

namespace sinew {

namespace {

const char* name_of(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM:
      return "invalid enumeration";
    case GL_INVALID_VALUE:
      return "invalid value";
    case GL_INVALID_OPERATION:
      return "invalid operation";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
      return "invalid framebuffer operation";
    case GL_OUT_OF_MEMORY:
      return "out of memory";
    default:
      return "unknown error";
  }
}

}  // namespace

void set_sampling(GLint filter) {
  for (const GLenum place : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTexParameteri(GL_TEXTURE_2D, place, filter);
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
    glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
}

KeptFramebuffer::KeptFramebuffer() {
  GLint name = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &name);
  name_ = static_cast<GLuint>(name);
}

void require_no_gl_error(const char* where) {
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) return;
  // A driver may hold several; one that has lost the device reports it for ever.
  for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR;) ++i;
  throw Error(fmt::format("OpenGL reports '{}' (0x{:04x})", name_of(error), error), where,
              error == GL_OUT_OF_MEMORY ? "take a smaller surface or picture" : "update the graphics driver");
}

}  // namespace sinew
