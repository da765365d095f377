#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sinew/render/picture.h"

namespace sinew {

// A picture in few colours.
struct PalettePicture {
  int width = 0, height = 0;
  std::vector<std::array<std::uint8_t, 3>> colours;  // 256 at most
  std::vector<std::uint8_t> indices;                 // of the pixels' colours
};

// Chooses 256 colours for a picture and maps each pixel to one: exact if it has no more than these.
PalettePicture with_palette(const Picture& picture);

}  // namespace sinew
