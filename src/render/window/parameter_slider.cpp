#include "render/window/parameter_slider.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "render/window/theme.h"

namespace sinew {

namespace {

// With the unit, if there is room for it.
std::string number_format(const Tunable& tunable, float width) {
  if (tunable.whole) return "%.0f";
  const std::string shown = fmt::format("{:.4g} {}", tunable.value, tunable.unit);
  const bool fits = ImGui::CalcTextSize(shown.c_str()).x <= width;
  return tunable.unit.empty() || !fits ? "%.4g" : "%.4g " + tunable.unit;
}

// To the right of the slider; a click on the name of a changed parameter resets it.
void label(const std::string& whose, const Tunable& tunable, double untuned, ParameterEvent event,
           EventSink& out) {
  ImGui::SameLine();
  if (tunable.value == untuned) return ImGui::TextUnformatted(tunable.name.c_str());
  ImGui::PushStyleColor(ImGuiCol_Text, kAccent);
  if (ImGui::SmallButton(tunable.name.c_str())) out.push_back(event(whose, tunable.name, untuned));
  ImGui::PopStyleColor();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Back to %s", fmt::format("{:.4g}", untuned).c_str());
}

}  // namespace

void draw_slider(const std::string& whose, const Tunable& tunable, double untuned, ParameterEvent event,
                 EventSink& out) {
  ImGui::PushID(tunable.name.c_str());
  double value = tunable.value;
  const float names = ImGui::CalcTextSize("stiffness damping_").x;
  const float width = ImGui::GetContentRegionAvail().x - names;
  ImGui::SetNextItemWidth(-names);
  ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp;
  if (tunable.logarithmic) flags |= ImGuiSliderFlags_Logarithmic;
  if (ImGui::SliderScalar("##value", ImGuiDataType_Double, &value, &tunable.least, &tunable.most,
                          number_format(tunable, width).c_str(), flags)) {
    if (tunable.whole) value = std::round(value);
    value = std::clamp(value, tunable.least, tunable.most);
    if (value != tunable.value) out.push_back(event(whose, tunable.name, value));
  }
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
    ImGui::SetTooltip("%s%sCtrl + click to type a number", tunable.unit.c_str(),
                      tunable.unit.empty() ? "" : ": ");
  label(whose, tunable, untuned, event, out);
  ImGui::PopID();
}

}  // namespace sinew
