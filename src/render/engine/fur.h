#pragma once

#include "render/engine/body_on_gpu.h"
#include "render/engine/draw_context.h"

namespace sinew {

// Fur on a moving surface, by shells: copies of the surface, each further out along its normals, that keep of
// it what the strands cut out (Lengyel et al. 2001; [Georgii05, fig. 7 and 10]). Strands grow from points
// scattered over the surface at rest, so that they stay where they are on a body that moves, and need no
// texture coordinates. Their tips hang down, and stay behind the motion of the skin.
class Fur {
 public:
  static constexpr int kLeastShells = 24, kMostShells = 64;  // one for every two pixels of a strand's length
  static constexpr double kStrands = 230;                    // along the body's size (a diagonal)
  static constexpr double kDroop = 0.35;                     // of a tip by its weight, of the strand's length
  static constexpr double kResponse = 0.06;                  // s: a tip is where its root was so long ago
  static constexpr double kMostBend = 1;                     // of a tip, of the strand's length

  // Needs the velocities of the skin in vectors() of the surface (DeformedSurface::carry). Draws nothing
  // where display.fur_length is not positive.
  void draw(const DrawContext& context, const BodyOnGpu& body) const;

 private:
  ShaderProgram program_{"fur.vert", "fur.frag"};
};

}  // namespace sinew
