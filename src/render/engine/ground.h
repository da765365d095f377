#pragma once

#include "render/engine/draw_context.h"
#include "render/gl/gl_object.h"

namespace sinew {

// Metres between the lines of a grid for a scene of this size: about a tenth of it, as 1, 2 or 5 times a
// power of ten.
double grid_spacing(double scene_size);

// Whether it is shown, and seen from above.
bool is_ground_seen(const DrawContext& context, double height);

// The background, and the ground with its grid and the shadows. It is drawn where nothing opaque is, and
// hides nothing: a body that sinks below it stays in sight. Seen from below, there is none.
class Ground {
 public:
  // After all that is opaque. `height` along the context's up axis, in the world, m.
  void draw(const DrawContext& context, double height) const;

 private:
  ShaderProgram program_{"ground.vert", "ground.frag"};
  GlVertexArray empty_;
};

}  // namespace sinew
