#pragma once

#include <memory>

#include "render/offscreen_context.h"
#include "render/picture.h"
#include "render/renderer.h"

namespace sinew {

// Draws pictures of frames without a screen. It must be used in one thread only, which may have others.
class OffscreenRenderer {
 public:
  // Sizes in pixels. Throws Error if the size cannot be drawn or there is no OpenGL.
  OffscreenRenderer(int width, int height);
  ~OffscreenRenderer();

  Picture picture(const Frame& frame, const Camera& camera, const DisplayOptions& display);

  // The same in parts, for benches: sends the frame; draws the one sent last; waits until the graphics card
  // has finished.
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
