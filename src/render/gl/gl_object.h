#pragma once

#include <epoxy/gl.h>

#include <utility>

namespace sinew {

// Owns one name of OpenGL, and gives it back. The context that made it must be current when it dies.
template <typename Kind>
class GlObject {
 public:
  GlObject() : name_(Kind::make()) {}
  ~GlObject() {
    if (name_ != 0) Kind::remove(name_);
  }
  GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }

  GLuint name() const { return name_; }

 private:
  GLuint name_;
};

struct GlBufferKind {
  static GLuint make() {
    GLuint name = 0;
    glGenBuffers(1, &name);
    return name;
  }
  static void remove(GLuint name) { glDeleteBuffers(1, &name); }
};
struct GlTextureKind {
  static GLuint make() {
    GLuint name = 0;
    glGenTextures(1, &name);
    return name;
  }
  static void remove(GLuint name) { glDeleteTextures(1, &name); }
};
struct GlFramebufferKind {
  static GLuint make() {
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    return name;
  }
  static void remove(GLuint name) { glDeleteFramebuffers(1, &name); }
};
struct GlVertexArrayKind {
  static GLuint make() {
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return name;
  }
  static void remove(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct GlRenderbufferKind {
  static GLuint make() {
    GLuint name = 0;
    glGenRenderbuffers(1, &name);
    return name;
  }
  static void remove(GLuint name) { glDeleteRenderbuffers(1, &name); }
};

using GlBuffer = GlObject<GlBufferKind>;
using GlTexture = GlObject<GlTextureKind>;
using GlFramebuffer = GlObject<GlFramebufferKind>;
using GlVertexArray = GlObject<GlVertexArrayKind>;
using GlRenderbuffer = GlObject<GlRenderbufferKind>;

// Of the bound 2D texture: GL_NEAREST or GL_LINEAR, and no repetition beyond its edges.
void set_sampling(GLint filter);

// Keeps the framebuffer that is bound now, and binds it again at the end.
class KeptFramebuffer {
 public:
  KeptFramebuffer();
  ~KeptFramebuffer() { bind(); }
  KeptFramebuffer(const KeptFramebuffer&) = delete;
  KeptFramebuffer& operator=(const KeptFramebuffer&) = delete;
  void bind() const { glBindFramebuffer(GL_FRAMEBUFFER, name_); }

 private:
  GLuint name_;
};

// Throws Error, naming the place, where OpenGL has reported one since the last call.
void require_no_gl_error(const char* where);

}  // namespace sinew
