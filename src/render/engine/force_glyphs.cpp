#include "render/engine/force_glyphs.h"

#include <cmath>

namespace sinew {

namespace {

constexpr double kHeadLength = 6, kHeadRadius = 2.4, kBallRadius = 2;  // in radii of the shaft
constexpr double kShaftRadius = 0.0045;                                // of the diagonal of what is shown

std::vector<Glyphs::Vertex> arrow_mesh() {
  std::vector<Glyphs::Vertex> vertices;
  Glyphs::add_band({1, 0, 0, 1, 0}, {1, 0, 1, 1, 0}, vertices);
  Glyphs::add_band({1, 0, 1, 0, -1}, {kHeadRadius, 0, 1, 0, -1}, vertices);
  const double slant = std::hypot(kHeadLength, kHeadRadius);
  const double out = kHeadLength / slant, up = kHeadRadius / slant;
  Glyphs::add_band({kHeadRadius, 0, 1, out, up}, {0, kHeadLength, 1, out, up}, vertices);
  Glyphs::add_ball(kBallRadius, vertices);
  return vertices;
}

// Whether a load is directed at the middle of its body.
bool pushes(const ForceArrow& force, const Vec3& centre) {
  return force.kind == ForceArrow::Kind::kApplied && dot(force.force, force.at - centre) < 0;
}

}  // namespace

Vec3 force_colour(ForceArrow::Kind kind) {
  switch (kind) {
    case ForceArrow::Kind::kPull:
      return {0.05, 0.32, 0.85};
    case ForceArrow::Kind::kContact:
      return {0.05, 0.52, 0.25};
    case ForceArrow::Kind::kAttachment:
      return {0.48, 0.16, 0.66};
    default:
      return {0.80, 0.04, 0.22};
  }
}

ForceGlyphs::ForceGlyphs() : glyphs_(arrow_mesh()) {}

void ForceGlyphs::take(const Frame& frame) {
  arrows_.clear();
  for (const BodyFrame& body : frame.bodies) {
    if (body.arrows.empty()) continue;
    const Vec3 centre = bounding_box(body.positions).center();
    for (const ForceArrow& force : body.arrows)
      if (is_finite(force.at) && std::isfinite(norm(force.force)))
        arrows_.push_back({force, pushes(force, centre)});
  }
}

void ForceGlyphs::draw(const DrawContext& context) {
  if (arrows_.empty()) return;
  // Obstacles may be far larger than the bodies that forces act on.
  const double size = (context.bodies.empty() ? context.stage : context.bodies).diagonal();
  double largest = 0;
  for (const Arrow& arrow : arrows_) largest = std::max(largest, norm(arrow.force.force));
  const double metres_per_newton = largest > 0 ? kLongest * size / largest : 0;
  std::vector<Glyphs::Instance> instances;
  for (const auto& [force, ends] : arrows_) {
    const double length = metres_per_newton * norm(force.force);
    const Vec3 along = normalized(force.force), foot = force.at - (ends ? length : 0) * along;
    instances.push_back(Glyphs::instance(context, foot, length, along, force_colour(force.kind)));
  }
  glyphs_.draw(context, instances, kShaftRadius * size, kHeadLength);
}

}  // namespace sinew
