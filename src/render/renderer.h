#pragma once

#include <memory>

#include "render/camera.h"
#include "render/display_options.h"

namespace sinew {

struct RenderStatistics {
  std::size_t upload_bytes = 0;    // that the last frame sent to the graphics card
  std::size_t topology_bytes = 0;  // of them, for surfaces whose topology had changed
  Index triangles = 0;             // of all surfaces
  Index moving_nodes = 0;          // nodes that move a surface, whose positions are sent
};

// Draws frames with OpenGL. Surfaces live on the graphics card, bound to the nodes of the simulation; a frame
// sends the positions of those nodes, and nothing else ([Georgii05, sec. 4]):
//
//   node positions --deform--> surface positions --normals--> surface normals --> shadows, surface, fur, ...
//    (float texture)            (float texture)               (float texture)
//
// All of its life in one thread with a current context of OpenGL 3.3.
class Renderer {
 public:
  Renderer();
  ~Renderer();

  // Sends what `display` shows of the frame to the graphics card, and moves the surfaces there. Throws Error
  // for a frame whose arrays do not fit together and where the card has no room; there is no frame then.
  void take(const Frame& frame, const DisplayOptions& display);
  // Draws the frame taken last into the bound framebuffer, `width` x `height` pixels; nothing where there are
  // none. Wire, volume, fur, forces and colours are shown as far as the frame was taken for them. Throws
  // Error where OpenGL reports one.
  void draw(const Camera& camera, const DisplayOptions& display, int width, int height);

  const RenderStatistics& statistics() const;
  // Around all that the frame shows, m.
  Box3 bounds() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
