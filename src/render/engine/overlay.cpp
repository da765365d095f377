#include "render/engine/overlay.h"

#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>

#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr ImU32 kInk = IM_COL32(45, 50, 58, 255), kPaleInk = IM_COL32(45, 50, 58, 150);
constexpr ImU32 kPaper = IM_COL32(255, 255, 255, 150);

float text_pixels(float height) { return std::max(9.0f, std::round(height / 38)); }

ImU32 packed(const Vec3& colour) {
  return ImGui::ColorConvertFloat4ToU32(
      {static_cast<float>(colour.x), static_cast<float>(colour.y), static_cast<float>(colour.z), 1});
}

// Writes with one size of the current font.
struct Pen {
  ImDrawList& list;
  float size;

  float width_of(const std::string& text) const {
    return ImGui::GetFont()->CalcTextSizeA(size, FLT_MAX, 0, text.c_str()).x;
  }
  void write(float x, float y, const std::string& text, ImU32 ink = kInk) const {
    list.AddText(ImGui::GetFont(), size, {std::round(x), std::round(y)}, ink, text.c_str());
  }
};

// Where the legend lies, in the corner where bodies rarely are: a panel with the name on top, and the colours
// below it with labels to their right.
struct LegendPlace {
  float left, top, right, bottom;  // of the panel
  float bar_left, bar_top, bar_right, bar_bottom;
};

LegendPlace place_legend(const Pen& pen, const std::string& name, float widest_label, float bar_height,
                         float width) {
  const float pad = 0.7f * pen.size, bar_width = 1.1f * pen.size;
  const float inside = std::max(pen.width_of(name), bar_width + 0.5f * pen.size + widest_label);
  LegendPlace place{};
  place.right = width - pad;
  place.left = place.right - inside - 2 * pad;
  place.top = pad;
  place.bar_left = place.left + pad, place.bar_right = place.bar_left + bar_width;
  place.bar_top = place.top + pad + 1.7f * pen.size, place.bar_bottom = place.bar_top + bar_height;
  place.bottom = place.bar_bottom + pad + 0.3f * pen.size;
  return place;
}

void draw_panel(const Pen& pen, const LegendPlace& place, const std::string& name) {
  const float pad = place.bar_left - place.left;
  pen.list.AddRectFilled({place.left, place.top}, {place.right, place.bottom}, kPaper, 0.5f * pen.size);
  pen.write(place.bar_left, place.top + 0.8f * pad, name);
}

void draw_bar(const Pen& pen, const Legend& legend, float width) {
  const LegendNumbers numbers = legend_numbers(legend);
  const std::string name = fmt::format("{} ({})", legend.name, numbers.unit);
  float widest = 0;
  for (const std::string& text : numbers.texts) widest = std::max(widest, pen.width_of(text));
  const LegendPlace place = place_legend(pen, name, widest, 9 * pen.size, width);
  draw_panel(pen, place, name);
  constexpr int kBands = 64;
  auto level = [&](double t) {
    return place.bar_bottom + static_cast<float>(t) * (place.bar_top - place.bar_bottom);
  };
  for (int i = 0; i < kBands; ++i) {
    const double low = static_cast<double>(i) / kBands, high = static_cast<double>(i + 1) / kBands;
    const ImU32 below = packed(colour_at(*legend.colours, low)),
                above = packed(colour_at(*legend.colours, high));
    pen.list.AddRectFilledMultiColor({place.bar_left, level(high)}, {place.bar_right, level(low)}, above,
                                     above, below, below);
  }
  for (int i = 0; i < 3; ++i) {
    const float y = level(0.5 * i);
    pen.list.AddLine({place.bar_right, y}, {place.bar_right + 0.25f * pen.size, y}, kInk, pen.size / 12);
    pen.write(place.bar_right + 0.5f * pen.size, y - 0.5f * pen.size, numbers.texts[i]);
  }
}

void draw_swatches(const Pen& pen, const Legend& legend, float width) {
  const float step = 1.5f * pen.size;
  const LegendPlace place =
      place_legend(pen, legend.name, 2 * pen.size, step * static_cast<float>(legend.levels), width);
  draw_panel(pen, place, legend.name);
  for (int level = 0; level < legend.levels; ++level) {
    const float top = place.bar_top + step * static_cast<float>(level);
    const double share = static_cast<double>(level) / std::max(1, legend.levels - 1);
    pen.list.AddRectFilled({place.bar_left, top}, {place.bar_right, top + 1.1f * pen.size},
                           packed(colour_at(*legend.colours, share)), 0.15f * pen.size);
    pen.write(place.bar_right + 0.5f * pen.size, top, fmt::format("{}", level));
  }
}

}  // namespace

LegendNumbers legend_numbers(const Legend& legend) {
  struct Prefix {
    double factor;
    const char* text;
  };
  static constexpr std::array<Prefix, 6> kPrefixes{
      {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "µ"}}};
  const double largest = std::max(std::abs(legend.range[0]), std::abs(legend.range[1]));
  Prefix prefix{1, ""};
  if (largest > 0) {
    const auto found = std::find_if(kPrefixes.begin(), kPrefixes.end() - 1,
                                    [&](const Prefix& p) { return largest >= 0.9995 * p.factor; });
    prefix = *found;
  }
  auto text = [&](double value) { return fmt::format("{:.3g}", value / prefix.factor); };
  return {{text(legend.range[0]), text(0.5 * (legend.range[0] + legend.range[1])), text(legend.range[1])},
          prefix.text + legend.unit};
}

std::string length_text(double metres) {
  if (metres >= 1000) return fmt::format("{:.3g} km", metres / 1000);
  if (metres >= 0.9995) return fmt::format("{:.3g} m", metres);
  if (metres >= 0.009995) return fmt::format("{:.3g} cm", metres * 100);
  if (metres >= 0.0009995) return fmt::format("{:.3g} mm", metres * 1000);
  return fmt::format("{:.3g} µm", metres * 1e6);
}

ImFont* add_font(ImFontAtlas& fonts, float pixels) {
  for (const char* path : {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                           "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
                           "/usr/share/fonts/dejavu/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf"}) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) continue;
    if (ImFont* font = fonts.AddFontFromFileTTF(path, pixels)) return font;
  }
  ImFontConfig own;
  own.SizePixels = pixels;
  return fonts.AddFontDefault(&own);
}

std::array<float, 2> scale_corner(float height) {
  const float pen = text_pixels(height);
  return {7 * pen, 1.9f * pen};
}

void draw_overlay(ImDrawList& list, const OverlayText& text, float width, float height) {
  const Pen pen{list, text_pixels(height)}, large{list, 1.3f * pen.size}, small{list, 0.85f * pen.size};
  if (!text.title.empty()) large.write(pen.size, 0.8f * pen.size, text.title);
  if (!text.scale.empty())
    small.write(width - 0.7f * pen.size - small.width_of(text.scale), height - 1.6f * pen.size, text.scale,
                kPaleInk);
  if (!text.legend) return;
  if (text.legend->levels > 0)
    draw_swatches(pen, *text.legend, width);
  else
    draw_bar(pen, *text.legend, width);
}

namespace {

// Makes a context of ImGui's the current one for a while. There is one current one for all threads: overlays
// take turns.
class CurrentContext {
 public:
  explicit CurrentContext(ImGuiContext* context) : lock_(turn_), before_(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
  }
  ~CurrentContext() { ImGui::SetCurrentContext(before_); }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

 private:
  inline static std::mutex turn_;
  std::lock_guard<std::mutex> lock_;
  ImGuiContext* before_;
};

}  // namespace

Overlay::Overlay() {
  const CurrentContext current(nullptr);
  context_ = ImGui::CreateContext();  // and makes it the current one
  ImGui::GetIO().IniFilename = nullptr;
  if (ImGui_ImplOpenGL3_Init("#version 330 core")) return;
  ImGui::DestroyContext(context_);
  throw Error("text cannot be drawn: libGL.so.1 is not on this system", "render",
              "install it; on Debian: apt-get install libgl1");
}

Overlay::~Overlay() {
  const CurrentContext current(context_);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(context_);
}

void Overlay::take_font_for(int height) {
  const float pixels = text_pixels(static_cast<float>(height));
  if (pixels == font_pixels_) return;
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  fonts.Clear();
  add_font(fonts, pixels);
  ImGui_ImplOpenGL3_CreateFontsTexture();
  font_pixels_ = pixels;
}

void Overlay::draw(const OverlayText& text, int width, int height) {
  const CurrentContext current(context_);
  take_font_for(height);
  const ImVec2 size{static_cast<float>(width), static_cast<float>(height)};
  ImGui::GetIO().DisplaySize = size;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  draw_overlay(*ImGui::GetBackgroundDrawList(), text, size.x, size.y);
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace sinew
