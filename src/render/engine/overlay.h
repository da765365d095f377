#pragma once

#include <array>
#include <optional>
#include <string>

#include "render/engine/colour_map.h"

struct ImDrawList;
struct ImFont;
struct ImFontAtlas;
struct ImGuiContext;

namespace sinew {

// What the colours of a picture mean.
struct Legend {
  std::string name;  // of the scalar
  std::string unit;  // SI, without prefix
  std::array<double, 2> range{0, 1};
  int levels = 0;  // more than 0: one swatch a level instead of a bar
  const ColourMap* colours = nullptr;
};

// What is written over a picture.
struct OverlayText {
  std::string title;             // top left; empty: none
  std::string scale;             // of the grid, bottom right; empty: none
  std::optional<Legend> legend;  // top right
};

// Three numbers of the range with the prefix that suits the largest: "0", "6.25", "12.5", and "kPa".
struct LegendNumbers {
  std::array<std::string, 3> texts;  // least, middle, greatest
  std::string unit;
};
LegendNumbers legend_numbers(const Legend& legend);
// A length to read: "5 cm", "20 m".
std::string length_text(double metres);

// Adds DejaVu Sans if the system has it, else ImGui's own font.
ImFont* add_font(ImFontAtlas& fonts, float pixels);

// How much of the lower right corner the scale of the grid may take, in a picture of this height: width and
// height, pixels.
std::array<float, 2> scale_corner(float height);

// Into any list of ImGui's, with its current font, for a picture of this size in pixels.
void draw_overlay(ImDrawList& list, const OverlayText& text, float width, float height);

// Draws it with OpenGL into the bound framebuffer. Has a context of ImGui's to itself, and leaves the current
// one as it is, within a frame of it too. Several may draw in several threads, but not beside another user of
// ImGui, whose current context is one for all threads.
class Overlay {
 public:
  Overlay();
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  void draw(const OverlayText& text, int width, int height);

 private:
  void take_font_for(int height);

  ImGuiContext* context_;
  float font_pixels_ = 0;
};

}  // namespace sinew
