#pragma once

#include <memory>

#include "render/offscreen_context.h"
#include "render/picture.h"
#include "render/renderer.h"

namespace sinew {

// Draws pictures of frames without a screen. All of its life in one thread, where others may be too.
class OffscreenRenderer {
 public:
  // In pixels. Throws Error for a size that cannot be drawn, and where there is no OpenGL.
  OffscreenRenderer(int width, int height);
  ~OffscreenRenderer();

  Picture picture(const Frame& frame, const Camera& camera, const DisplayOptions& display);

  // The same in parts, for those who measure: sends the frame; draws the one sent last; waits until the
  // graphics card has done all that was asked.
  void take(const Frame& frame, const DisplayOptions& display);
  void draw(const Camera& camera, const DisplayOptions& display);
  void finish();

  const Renderer& renderer() const;
  // The graphics driver's name, for reports.
  std::string driver() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
