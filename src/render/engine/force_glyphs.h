#pragma once

#include <vector>

#include "render/engine/glyphs.h"

namespace sinew {

// Forces as arrows, each with a ball at its foot, coloured by kind. An arrow begins where its force acts;
// that of a load which pushes into its body ends there, so that it is seen. Lengths are in proportion to the
// forces, so that they compare and add by eye; the largest of a frame spans kLongest of the scene. What is
// inside a body shines through it faintly.
class ForceGlyphs {
 public:
  static constexpr double kLongest = 0.15;  // of the diagonal of what is shown

  ForceGlyphs();

  // Remembers the forces of a frame.
  void take(const Frame& frame);
  Index count() const { return static_cast<Index>(arrows_.size()); }
  void draw(const DrawContext& context);

 private:
  struct Arrow {
    ForceArrow force;
    bool ends;  // where the force acts
  };

  std::vector<Arrow> arrows_;
  Glyphs glyphs_;
};

Vec3 force_colour(ForceArrow::Kind kind);  // sRGB

}  // namespace sinew
