#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace sinew {

struct Camera;          // sinew/render/camera.h
struct DisplayOptions;  // sinew/render/display_options.h
struct Frame;
class Renderer;

// An image in sRGB, 8 bits for red, green and blue of each pixel, rows from the top.
struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // 3 width height
};

// The file appears under its name only when it is complete. If it would have more than `most_bytes`, the
// picture is written in 256 colours chosen for it: about half the bytes, with hardly a visible difference.
// Throws Error if the file cannot be written, or if the picture has no pixels.
void write_png(const std::filesystem::path& path, const Picture& picture,
               std::size_t most_bytes = std::numeric_limits<std::size_t>::max());

// Reads any PNG: grey, palettes and 16 bits become 8 bits of red, green and blue; transparent pixels become
// white. Throws Error if the file is missing, damaged, truncated, not a PNG or too large.
Picture read_png(const std::filesystem::path& path);

// Half as wide and high, rounded up: each pixel is the mean of 2 x 2, in linear light and not of the sRGB
// values.
Picture halved(const Picture& picture);

// How much two pictures differ.
struct PictureDifference {
  double mean = 0;       // difference over all channels; 1: black against white
  double share_off = 0;  // fraction of pixels with a channel that differs by more than 8%
};
// Throws Error for pictures of different sizes.
PictureDifference compare(const Picture& a, const Picture& b);

// Draws pictures of frames without a screen. It must be used in one thread only, which may have others.
class OffscreenRenderer {
 public:
  // Sizes in pixels. Throws Error if the size cannot be drawn or there is no OpenGL.
  OffscreenRenderer(int width, int height);
  ~OffscreenRenderer();

  // Draws the frame.
  Picture picture(const Frame& frame, const Camera& camera, const DisplayOptions& display);

  // The same in parts, for benches: sends the frame; draws the one sent last; waits until the graphics card
  // has finished.
  void take(const Frame& frame, const DisplayOptions& display);
  void draw(const Camera& camera, const DisplayOptions& display);
  void finish();

  // The renderer below it, for its statistics.
  const Renderer& renderer() const;
  // The graphics driver's name, for reports.
  std::string driver() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
