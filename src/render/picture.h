#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <vector>

namespace sinew {

// Colours as a screen has them (sRGB), 8 bits for red, green and blue of each pixel, rows from the top.
struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // 3 width height
};

// The file appears under its name only when it is complete. Where it would have more than `most_bytes`, the
// picture is written in 256 colours chosen for it: about half the bytes, and hardly another picture. Throws
// Error where the disk refuses, or for a picture without pixels.
void write_png(const std::filesystem::path& path, const Picture& picture,
               std::size_t most_bytes = std::numeric_limits<std::size_t>::max());

// Any PNG: grey, palettes and 16 bits become 8 bits of red, green and blue, what is transparent becomes
// white. Throws Error for a file that is missing, damaged, truncated, no PNG or larger than any picture.
Picture read_png(const std::filesystem::path& path);

// Half as wide and high, rounded up: each pixel is the mean of 2 x 2, of the light and not of the numbers
// that stand for it.
Picture halved(const Picture& picture);

struct PictureDifference {
  double mean = 0;       // of all channels, 1: black beside white
  double share_off = 0;  // of the pixels of which some channel differs by more than 8%
};
// Throws Error for pictures of different sizes.
PictureDifference compare(const Picture& a, const Picture& b);

}  // namespace sinew
