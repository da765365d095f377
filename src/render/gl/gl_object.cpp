#include "render/gl/gl_object.h"

#include <fmt/format.h>

#include "base/error.h"

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

void require_no_gl_error(const char* where) {
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) return;
  throw Error(fmt::format("OpenGL reports '{}' (0x{:04x})", name_of(error), error), where,
              error == GL_OUT_OF_MEMORY ? "take a smaller surface or picture" : "update the graphics driver");
}

}  // namespace sinew
