#pragma once

#include "render/engine/draw_context.h"
#include "render/gl/gl_object.h"

namespace sinew {

// Metres between the lines of a grid for a scene of this size: about a tenth of it, as 1, 2 or 5 times a
// power of ten.
double grid_spacing(double scene_size);

// The background, and the ground with its grid and the shadows. Seen from above, it is drawn where nothing
// opaque is, and hides nothing: a body that sinks below it stays in sight. Seen from below, it is a pane of
// glass, before what stands on it.
class Ground {
 public:
  // After all that is opaque. `height` along the context's up axis, in the world, m.
  void draw(const DrawContext& context, double height) const;
  // After everything else: the pane, if the eye is below the ground.
  void draw_pane(const DrawContext& context, double height) const;

 private:
  void set_plane(const ShaderProgram& program, const DrawContext& context, double height) const;

  ShaderProgram program_{"ground.vert", "ground.frag"}, pane_{"ground.vert", "ground_pane.frag"};
  GlVertexArray empty_;
};

}  // namespace sinew
