#pragma once

#include <epoxy/gl.h>

#include <utility>

namespace sinew {

// Owns one name of OpenGL, and gives it back. The context that made it must be current when it dies. The
// functions are libepoxy's pointers to glGen... and glDelete...
template <auto* generate, auto* remove>
class GlObject {
 public:
  GlObject() { (*generate)(1, &name_); }
  ~GlObject() {
    if (name_ != 0) (*remove)(1, &name_);
  }
  GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }

  GLuint name() const { return name_; }

 private:
  GLuint name_ = 0;
};

using GlBuffer = GlObject<&epoxy_glGenBuffers, &epoxy_glDeleteBuffers>;
using GlTexture = GlObject<&epoxy_glGenTextures, &epoxy_glDeleteTextures>;
using GlFramebuffer = GlObject<&epoxy_glGenFramebuffers, &epoxy_glDeleteFramebuffers>;
using GlVertexArray = GlObject<&epoxy_glGenVertexArrays, &epoxy_glDeleteVertexArrays>;
using GlRenderbuffer = GlObject<&epoxy_glGenRenderbuffers, &epoxy_glDeleteRenderbuffers>;

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

// Throws Error, naming the place, if OpenGL has reported one since the last call.
void require_no_gl_error(const char* where);

}  // namespace sinew
