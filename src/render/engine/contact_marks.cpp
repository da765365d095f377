#include "render/engine/contact_marks.h"

#include <algorithm>

namespace sinew {

namespace {

constexpr double kRadius = 0.002;  // of the needle, over the diagonal of what is shown
// In radii of the needle.
constexpr double kDisc = 3.5, kThickness = 0.8, kNeedle = 12;

// Everything keeps its size: share -1.
std::vector<Glyphs::Vertex> pin_mesh() {
  std::vector<Glyphs::Vertex> vertices;
  Glyphs::add_band({0, -kThickness, -1, 0, -1}, {kDisc, -kThickness, -1, 0, -1}, vertices);
  Glyphs::add_band({kDisc, -kThickness, -1, 1, 0}, {kDisc, kThickness, -1, 1, 0}, vertices);
  Glyphs::add_band({kDisc, kThickness, -1, 0, 1}, {0, kThickness, -1, 0, 1}, vertices);
  Glyphs::add_band({1, kThickness, -1, 1, 0}, {1, kNeedle, -1, 1, 0}, vertices);
  Glyphs::add_band({1, kNeedle, -1, 0, 1}, {0, kNeedle, -1, 0, 1}, vertices);
  return vertices;
}

}  // namespace

Vec3 mark_colour(ContactMark::Kind kind) {
  switch (kind) {
    case ContactMark::Kind::kPressed:
      return {0.05, 0.52, 0.25};
    case ContactMark::Kind::kGlued:
      return {0.48, 0.16, 0.66};
    default:
      return {0.93, 0.62, 0.10};
  }
}

ContactMarks::ContactMarks() : glyphs_(pin_mesh()) {}

void ContactMarks::take(const Frame& frame) {
  marks_ = frame.contact.marks;
  std::erase_if(marks_,
                [](const ContactMark& mark) { return !is_finite(mark.at) || !is_finite(mark.normal); });
  // Where many are close together, those that press are seen.
  std::ranges::stable_sort(marks_, {}, &ContactMark::kind);
}

void ContactMarks::draw(const DrawContext& context) {
  const double size = (context.bodies.empty() ? context.stage : context.bodies).diagonal();
  std::vector<Glyphs::Instance> instances;
  for (const ContactMark& mark : marks_)
    instances.push_back(Glyphs::instance(context, mark.at, 0, mark.normal, mark_colour(mark.kind)));
  glyphs_.draw(context, instances, kRadius * size, 0);
}

}  // namespace sinew
