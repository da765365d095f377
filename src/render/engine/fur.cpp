#include "render/engine/fur.h"

#include <algorithm>
#include <cmath>

#include "render/engine/draw_state.h"

namespace sinew {

namespace {

// How long `length` metres are in the picture at most, in pixels.
double pixels_of(double length, const DrawContext& context, const BodyOnGpu& body) {
  const double away = std::sqrt(squared_distance(body.bounds, context.camera.eye()));
  const double height = 2 * std::max(away, length) * std::tan(context.camera.angle / 2);
  return length / height * context.height;
}

// In steps of eight, so that fur does not flicker while a body comes nearer.
int shell_count(double pixels) {
  const int steps = static_cast<int>(std::min(pixels / 16, 1e3));
  return std::clamp(8 * steps + 8, Fur::kLeastShells, Fur::kMostShells);
}

}  // namespace

void Fur::draw(const DrawContext& context, const BodyOnGpu& body) const {
  const double length = context.display.fur_length * body.size;
  if (!(length > 0)) return;
  const int shells = shell_count(pixels_of(length, context, body));
  program_.use();
  context.apply(program_);
  set_surface(program_, context, body);
  program_.set("colour", body.colour);
  program_.set("shells", shells);
  program_.set("furLength", static_cast<float>(length));
  program_.set("strandSpacing", static_cast<float>(body.size / kStrands));
  program_.set("droop", static_cast<float>(kDroop));
  program_.set("response", static_cast<float>(kResponse));
  program_.set("mostBend", static_cast<float>(kMostBend));
  // With several samples a pixel, the soft edge of a strand is a share of them.
  GLint samples = 0;
  glGetIntegerv(GL_SAMPLES, &samples);
  program_.set("leastOpacity", samples > 1 ? 0.1f : 0.5f);
  set_opaque();
  set_seen_sides(context, body);
  if (samples > 1) glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
  body.surface.draw(shells);
  glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
}

}  // namespace sinew
