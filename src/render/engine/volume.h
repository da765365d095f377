#pragma once

#include "render/engine/body_on_gpu.h"
#include "render/engine/draw_context.h"

namespace sinew {

// The scalar inside bodies, by casting rays through their simulation meshes ([Georgii05, fig. 11]). Each
// pixel of a face that faces the eye walks from tetrahedron to tetrahedron and gathers emission and
// absorption of the scalar, which is linear within each; at the boundary it stops. Where a ray enters a body
// again, another face begins another walk: faces are drawn from far to near and blended. Rays do not stop at
// what stands inside a body.
//
// Light is absorbed at a rate that grows with the share x of the scalar in the range:
//   kappa(x) = kDepth / mean chord (kLeast + (1 - kLeast) x^2)   1/m
class Volume {
 public:
  static constexpr double kDepth = 8;      // optical depth of a mean chord at the upper end of the range
  static constexpr double kLeast = 0.025;  // of that at the lower end
  static constexpr int kMostSteps = 2048;  // of a ray; broken meshes may turn it in circles

  // Bodies from far to near, and faint outlines of their surfaces. Sheets, and those with a cast
  // mesh of other elements, are passed over. Needs all_nodes and cast of each body.
  void draw(const DrawContext& context, std::span<BodyOnGpu> bodies) const;

  // What one body's rays gather, colours times opacity, added over what is there.
  void cast_rays(const DrawContext& context, BodyOnGpu& body) const;

 private:
  void draw_outline(const DrawContext& context, const BodyOnGpu& body) const;

  ShaderProgram rays_{"volume.vert", "volume.frag"};
  ShaderProgram outline_{"surface.vert", "outline.frag"};
};

}  // namespace sinew
