#include "render/engine/wire.h"

#include <algorithm>

#include "render/engine/draw_state.h"

namespace sinew {

namespace {

constexpr Vec3 kPale{0.93, 0.92, 0.88}, kLineColour{0.10, 0.12, 0.16};

// Of the lines, in pixels: 1.2 in a picture of 720 rows, more in a larger one.
float line_width(const DrawContext& context) {
  return std::max(1.0f, 1.2f * static_cast<float>(context.height) / 720);
}

}  // namespace

void Wire::begin(const ShaderProgram& program, const DrawContext& context, const BodyOnGpu& body) const {
  program.use();
  context.apply(program);
  program.set("bodyOffset", body.origin - context.origin);
  body.all_nodes.texture().bind(0);
  program.set("nodePositions", 0);
  glBindVertexArray(vertex_array_.name());
}

void Wire::draw_faces(const DrawContext& context, const BodyOnGpu& body) const {
  const Colouring colouring = context.display.colouring;
  begin(faces_, context, body);
  body.wire.bind_faces(1);
  faces_.set("faces", 1);
  faces_.set("colour", lerp(kPale, body.colour, 0.25));
  faces_.set("colouredBy", colouring == Colouring::kStress ? 1 : colouring == Colouring::kLevels ? 2 : 0);
  set_opaque();
  glDrawArrays(GL_TRIANGLES, 0, 3 * body.wire.face_count());
}

void Wire::draw_depth(const DrawContext& context, const BodyOnGpu& body) const {
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  draw_faces(context, body);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

void Wire::draw_lines(const DrawContext& context, const BodyOnGpu& body) const {
  begin(lines_, context, body);
  body.wire.bind_edges(1);
  lines_.set("edges", 1);
  lines_.set("colour", kLineColour);
  lines_.set("lineWidth", line_width(context));
  set_blended(false);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, body.wire.edge_count());
}

}  // namespace sinew
