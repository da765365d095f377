#pragma once

#include "render/engine/body_on_gpu.h"
#include "render/engine/draw_context.h"

namespace sinew {

// Draws the simulation mesh in place of the fine surface: its outer faces, flat and pale, or in the colours
// of the scalar or of the refinement level of each ([Seiler11, fig. 1], [Otaduy07, fig. 2]), and their edges
// as dark lines.
class Wire {
 public:
  // All need all_nodes and wire of the body.
  void draw_faces(const DrawContext& context, const BodyOnGpu& body) const;
  // The faces without colour, to hide lines behind them: over a body whose inside is shown.
  void draw_depth(const DrawContext& context, const BodyOnGpu& body) const;
  // After the faces and all that is opaque.
  void draw_lines(const DrawContext& context, const BodyOnGpu& body) const;

 private:
  void begin(const ShaderProgram& program, const DrawContext& context, const BodyOnGpu& body) const;

  ShaderProgram faces_{"wire_face.vert", "wire_face.frag"};
  ShaderProgram lines_{"wire_line.vert", "wire_line.frag"};
  GlVertexArray vertex_array_;  // without attributes
};

}  // namespace sinew
