#pragma once

#include <vector>

#include "render/engine/glyphs.h"

namespace sinew {

// Contacts as pins: a flat disc where two things are near each other, across the normal of the contact, and a needle
// along it. All have the same size, so that they are seen where nothing presses too; their colour says what the
// contact does. Vertices that are glued are discs across the force on them.
class ContactMarks {
 public:
  ContactMarks();

  // Remembers the contacts of a frame.
  void take(const Frame& frame);
  Index count() const { return static_cast<Index>(marks_.size()); }
  void draw(const DrawContext& context);

 private:
  std::vector<ContactMark> marks_;
  Glyphs glyphs_;
};

Vec3 mark_colour(ContactMark::Kind kind);  // sRGB

}  // namespace sinew
