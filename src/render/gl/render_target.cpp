#include "render/gl/render_target.h"

#include <fmt/format.h>

#include <algorithm>

#include "sinew/base/error.h"

namespace sinew {

namespace {

void require_complete(const char* what) {
  const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
  if (status != GL_FRAMEBUFFER_COMPLETE)
    throw Error(fmt::format("the graphics driver cannot draw into {} (0x{:04x})", what, status), "render",
                "update the driver, or take a smaller picture");
}

void attach_storage(const GlRenderbuffer& buffer, GLenum place, GLenum format, int samples, int width,
                    int height) {
  glBindRenderbuffer(GL_RENDERBUFFER, buffer.name());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, place, GL_RENDERBUFFER, buffer.name());
}

}  // namespace

void TextureTarget::attach(GLuint colour) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colour, 0);
  require_complete("a texture of floats");
}

void TextureTarget::attach_depth(GLuint depth) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 0);
  const GLenum none = GL_NONE;
  glDrawBuffers(1, &none);
  glReadBuffer(GL_NONE);
  require_complete("a texture of depths");
}

void TextureTarget::bind(int width, int height) const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glViewport(0, 0, width, height);
}

PictureTarget::PictureTarget(int width, int height, int samples) : width_(width), height_(height) {
  GLint most = 0, most_samples = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
  glGetIntegerv(GL_MAX_SAMPLES, &most_samples);
  if (width < 1 || height < 1 || width > most || height > most)
    throw Error(fmt::format("a picture of {} x {} pixels cannot be drawn", width, height), "",
                fmt::format("give a size from 1x1 to {}x{}", most, most));
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_.name());
  samples = std::min(samples, most_samples);
  attach_storage(colour_, GL_COLOR_ATTACHMENT0, GL_RGBA8, samples, width, height);
  attach_storage(depth_, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, samples, width, height);
  require_complete("a picture");
  glBindFramebuffer(GL_FRAMEBUFFER, resolved_.name());
  attach_storage(resolved_colour_, GL_COLOR_ATTACHMENT0, GL_RGBA8, 0, width, height);
  require_complete("a picture");
}

void PictureTarget::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_.name());
  glViewport(0, 0, width_, height_);
}

void PictureTarget::resolve() {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_.name());
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

Picture PictureTarget::read() {
  resolve();
  glBindFramebuffer(GL_FRAMEBUFFER, resolved_.name());
  return read_pixels(width_, height_);
}

void PictureTarget::copy_to_window(int left, int bottom) {
  resolve();
  glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, width_, height_, left, bottom, left + width_, bottom + height_, GL_COLOR_BUFFER_BIT,
                    GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

Picture read_pixels(int width, int height) {
  const std::size_t row = 3 * static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
  std::vector<std::uint8_t> upward(row * rows);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, upward.data());
  // OpenGL's rows go up, a picture's down.
  Picture picture{width, height, std::vector<std::uint8_t>(upward.size())};
  for (std::size_t y = 0; y < rows; ++y)
    std::copy_n(upward.begin() + static_cast<std::ptrdiff_t>(row * (rows - 1 - y)), row,
                picture.rgb.begin() + static_cast<std::ptrdiff_t>(row * y));
  return picture;
}

}  // namespace sinew
