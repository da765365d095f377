#include "render/window/status_place.h"

#include "render/engine/overlay.h"

namespace sinew {

TextPlace place_status(float width, float height, float font_size,
                       const std::function<std::array<float, 2>(float wrap)>& size_at) {
  const float pad = 0.5F * font_size;
  TextPlace place{pad, 0, width - 2 * pad};
  const auto [text_width, text_height] = size_at(place.wrap);
  const auto [corner_width, corner_height] = scale_corner(height);
  const bool beside = text_width + 2 * pad + corner_width <= width;
  place.y = height - text_height - (beside ? pad : corner_height);
  return place;
}

}  // namespace sinew
