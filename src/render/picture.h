#pragma once

#include <cstdint>
#include <vector>

namespace sinew {

// Eight bits a channel, sRGB, three bytes a pixel, rows from the top.
struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};

}  // namespace sinew
