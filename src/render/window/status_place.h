#pragma once

#include <array>
#include <functional>

namespace sinew {

// Where a text goes in the picture: its upper left corner, and the width at which it goes on in the next
// line. Pixels.
struct TextPlace {
  float x = 0, y = 0, wrap = 0;
};

// The state of the run: in the lower left corner of a picture of this size or, if it would overlap the scale
// of the grid in the lower right one, above that. `size_at` is the text's width and height at a wrap.
TextPlace place_status(float width, float height, float font_size,
                       const std::function<std::array<float, 2>(float wrap)>& size_at);

}  // namespace sinew
