#include "render/window/status_place.h"

#include <gtest/gtest.h>

#include <cmath>

#include "render/engine/overlay.h"

namespace sinew {
namespace {

constexpr float kFont = 16;

// A text of this many pixels in one line, which is wrapped if it is too long.
auto text_of(float length) {
  return [length](float wrap) -> std::array<float, 2> {
    return {std::min(length, wrap), kFont * std::ceil(length / wrap)};
  };
}

TEST(PlaceStatus, a_wide_picture_has_it_in_the_corner_beside_the_scale) {
  const TextPlace place = place_status(960, 800, kFont, text_of(500));
  EXPECT_EQ(place.x, 8);
  EXPECT_EQ(place.y, 800 - kFont - 8);
}

TEST(PlaceStatus, it_never_runs_into_the_scale_of_the_grid_nor_out_of_the_picture) {
  for (float width = 150; width < 900; width += 10)
    for (const float length : {100.0F, 300.0F, 520.0F}) {
      const TextPlace place = place_status(width, 480, kFont, text_of(length));
      const auto [text_width, text_height] = text_of(length)(place.wrap);
      const auto [corner_width, corner_height] = scale_corner(480);
      EXPECT_LE(place.x + text_width, width);
      EXPECT_LE(place.y + text_height, 480);
      EXPECT_TRUE(place.x + text_width <= width - corner_width ||
                  place.y + text_height <= 480 - corner_height)
          << width << ' ' << length;
    }
}

}  // namespace
}  // namespace sinew
