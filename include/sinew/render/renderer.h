#pragma once

#include <memory>

#include "sinew/render/camera.h"
#include "sinew/render/display_options.h"

namespace sinew {

// What a renderer sent to the graphics card, and what it shows.
struct RenderStatistics {
  std::size_t upload_bytes = 0;    // that the last frame sent to the graphics card
  std::size_t topology_bytes = 0;  // of them, for what had changed of the topology
  Index surfaces_built = 0;        // whose creases and rings the last frame looked for
  Index embeddings_sent = 0;       // surfaces that the last frame bound to their nodes
  Index triangles = 0;             // of all surfaces
  Index moving_nodes = 0;          // nodes that move a surface, whose positions are sent
};

// Draws frames with OpenGL. Surfaces are kept on the graphics card, bound to the nodes of the simulation; a
// frame sends only the positions of those nodes ([Georgii05, sec. 4]):
//
//   node positions --deform--> surface positions --normals--> surface normals --> shadows, surface, fur, ...
//    (float texture)            (float texture)               (float texture)
//
// It must be used in one thread only, with a current context of OpenGL 3.3.
class Renderer {
 public:
  Renderer();
  ~Renderer();

  // Sends the parts of the frame that `display` shows to the graphics card, and moves the surfaces there.
  // Throws Error if the arrays of the frame do not fit together or the card has no memory; there is no frame
  // then.
  void take(const Frame& frame, const DisplayOptions& display);
  // Draws the frame taken last into the bound framebuffer, `width` x `height` pixels; does nothing if none
  // was taken. Wire, volume, fur, forces and colours are shown only if the frame was taken with them. Throws
  // Error if OpenGL reports one.
  void draw(const Camera& camera, const DisplayOptions& display, int width, int height);

  // The statistics of the frame taken last.
  const RenderStatistics& statistics() const;
  // Bounding box of everything that the frame shows, m.
  Box3 bounds() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
