#pragma once

#include <memory>

#include "render/offscreen_context.h"
#include "render/picture.h"
#include "render/renderer.h"

namespace sinew {

// Draws pictures of frames without a screen. All of its life in one thread.
class OffscreenRenderer {
 public:
  // In pixels. Throws Error for a size that cannot be drawn, and where there is no OpenGL.
  OffscreenRenderer(int width, int height);
  ~OffscreenRenderer();

  Picture picture(const Frame& frame, const Camera& camera, const DisplayOptions& display);

  const Renderer& renderer() const;
  // The graphics driver's name, for reports.
  std::string driver() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
