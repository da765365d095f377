#include <fmt/format.h>
#include <imgui.h>

#include <span>

#include "render/display_settings.h"
#include "render/window/panels.h"
#include "sinew/scene/view_description.h"

namespace sinew {

namespace {

void check_box(const DisplayOptions& display, const char* name, EventSink& out) {
  bool on = display_setting(display, name) == "on";
  if (ImGui::Checkbox(name, &on)) out.push_back(display_event(name, on ? "on" : "off"));
}

void check_boxes(const DisplayOptions& display, std::span<const char* const> names, EventSink& out) {
  ImGui::Columns(2, nullptr, false);
  for (const char* name : names) {
    check_box(display, name, out);
    ImGui::NextColumn();
  }
  ImGui::Columns(1);
}

void choices(const DisplayOptions& display, const char* name, std::span<const std::string_view> values,
             EventSink& out) {
  const std::string now = display_setting(display, name);
  ImGui::SetNextItemWidth(-ImGui::CalcTextSize("stiffness damping_").x);
  if (!ImGui::BeginCombo(name, now.c_str())) return;
  for (const std::string_view value : values) {
    const std::string text(value);
    if (ImGui::Selectable(text.c_str(), text == now)) out.push_back(display_event(name, text));
  }
  ImGui::EndCombo();
}

void range(const DisplayOptions& display, EventSink& out) {
  bool automatic = !display.range;
  if (ImGui::Checkbox("range of each frame", &automatic))
    out.push_back(display_event("range", automatic ? "auto" : "0:10000"));
  if (automatic || !display.range) return;
  std::array<double, 2> ends = *display.range;
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputScalarN("##range", ImGuiDataType_Double, ends.data(), 2, nullptr, nullptr, "%.4g") &&
      ends[0] < ends[1])
    out.push_back(display_event("range", fmt::format("{}:{}", ends[0], ends[1])));
}

void fur_length(const DisplayOptions& display, EventSink& out) {
  auto length = static_cast<float>(display.fur_length);
  ImGui::SetNextItemWidth(-ImGui::CalcTextSize("stiffness damping_").x);
  if (ImGui::SliderFloat("length", &length, 0.005F, 0.2F, "%.3f", ImGuiSliderFlags_AlwaysClamp))
    out.push_back(display_event("fur length", fmt::format("{}", length)));
}

}  // namespace

void draw_display_panel(const Session& session, EventSink& out) {
  constexpr std::array<std::string_view, 7> kSections{"off", "x", "-x", "y", "-y", "z", "-z"};
  constexpr std::array kShown{"wire",   "volume",  "fur",    "forces", "contacts",
                              "ground", "shadows", "legend", "surface"};
  const DisplayOptions& display = session.interaction().display();
  choices(display, "colouring", kColouringNames, out);
  const bool coloured =
      display.colouring == Colouring::kStress || display.colouring == Colouring::kLevels || display.volume;
  if (coloured) choices(display, "colours", kColourMapNames, out);
  if (coloured) range(display, out);
  check_boxes(display, kShown, out);
  if (display.fur) fur_length(display, out);
  choices(display, "section", kSections, out);
}

}  // namespace sinew
