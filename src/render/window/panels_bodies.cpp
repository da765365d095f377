#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "render/window/panels.h"
#include "render/window/theme.h"

namespace sinew {

namespace {

// The others are of the material.
constexpr std::array<std::string_view, 4> kSolverFigures{"cycles", "sweeps before", "sweeps after",
                                                         "tolerance"};

bool belongs_to_solver(const Tunable& tunable) {
  return std::find(kSolverFigures.begin(), kSolverFigures.end(), tunable.name) != kSolverFigures.end();
}

std::string number_format(const Tunable& tunable) {
  const char* unit = tunable.unit.empty() ? "" : " ";
  return tunable.whole ? "%.0f" : fmt::format("%.4g{}{}", unit, tunable.unit);
}

// Behind the slider; a click on the name of a figure that was changed takes it back.
void label(const std::string& body, const Tunable& tunable, double untuned, EventSink& out) {
  ImGui::SameLine();
  if (tunable.value == untuned) return ImGui::TextUnformatted(tunable.name.c_str());
  ImGui::PushStyleColor(ImGuiCol_Text, kAccent);
  if (ImGui::SmallButton(tunable.name.c_str())) out.push_back(tune_event(body, tunable.name, untuned));
  ImGui::PopStyleColor();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Back to %s", fmt::format("{:.4g}", untuned).c_str());
}

void slider(const std::string& body, const Tunable& tunable, double untuned, EventSink& out) {
  ImGui::PushID(tunable.name.c_str());
  double value = tunable.value;
  ImGui::SetNextItemWidth(-ImGui::CalcTextSize("stiffness damping_").x);
  ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp;
  if (tunable.logarithmic) flags |= ImGuiSliderFlags_Logarithmic;
  if (ImGui::SliderScalar("##value", ImGuiDataType_Double, &value, &tunable.least, &tunable.most,
                          number_format(tunable).c_str(), flags)) {
    if (tunable.whole) value = std::round(value);
    value = std::clamp(value, tunable.least, tunable.most);
    if (value != tunable.value) out.push_back(tune_event(body, tunable.name, value));
  }
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) ImGui::SetTooltip("Ctrl + click to type a number");
  label(body, tunable, untuned, out);
  ImGui::PopID();
}

// Of every body, those figures that are of the solver or those that are not.
void figures(const Session& session, bool of_solver, EventSink& out) {
  const auto& bodies = session.status().bodies;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const auto& [name, tunables] = bodies[b];
    ImGui::PushID(static_cast<int>(b));
    const bool open =
        bodies.size() == 1 ||
        ImGui::TreeNodeEx(name.c_str(), b == 0 && !of_solver ? ImGuiTreeNodeFlags_DefaultOpen : 0);
    if (open) {
      if (bodies.size() == 1 && !of_solver) ImGui::TextDisabled("%s", name.c_str());
      for (std::size_t t = 0; t < tunables.size(); ++t)
        if (belongs_to_solver(tunables[t]) == of_solver)
          slider(name, tunables[t], session.untuned()[b].tunables[t].value, out);
      if (bodies.size() > 1) ImGui::TreePop();
    }
    ImGui::PopID();
  }
}

}  // namespace

void draw_body_panel(const Session& session, EventSink& out) { figures(session, false, out); }
void draw_solver_panel(const Session& session, EventSink& out) { figures(session, true, out); }

}  // namespace sinew
