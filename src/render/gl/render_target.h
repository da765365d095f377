#pragma once

#include "render/gl/gl_object.h"
#include "sinew/render/picture.h"

namespace sinew {

// A framebuffer around a texture that another owns: what a pass over data writes to, or a shadow map.
class TextureTarget {
 public:
  void attach(GLuint colour);
  void attach_depth(GLuint depth);
  void bind(int width, int height) const;

 private:
  GlFramebuffer framebuffer_;
};

// The lower left part, of this size, of the framebuffer bound for reading.
Picture read_pixels(int width, int height);

// Where a picture is drawn without a window: colour (sRGB bytes as the shaders write them) and depth, several
// samples a pixel.
class PictureTarget {
 public:
  PictureTarget(int width, int height, int samples = 4);

  int width() const { return width_; }
  int height() const { return height_; }
  void bind() const;
  // The picture, with the samples of each pixel averaged.
  Picture read();
  // The same into the window's framebuffer; its lower left corner comes to this pixel.
  void copy_to_window(int left, int bottom);

 private:
  void resolve();

  int width_, height_;
  GlFramebuffer drawn_, resolved_;
  GlRenderbuffer colour_, depth_, resolved_colour_;
};

}  // namespace sinew
