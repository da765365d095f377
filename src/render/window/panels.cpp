#include "render/window/panels.h"

#include <imgui.h>

#include <algorithm>

namespace sinew {

namespace {

void key_button(const char* label, Key key, const char* hint, float width, EventSink& out) {
  if (ImGui::Button(label, {width, 0})) out.push_back(key_event(key));
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", hint);
}

// So wide that `count` of them fill the line.
float button_width(int count) {
  const float spacing = ImGui::GetStyle().ItemSpacing.x;
  return (ImGui::GetContentRegionAvail().x - spacing * static_cast<float>(count - 1)) /
         static_cast<float>(count);
}

bool section(const char* title, bool open = true) {
  ImGui::Spacing();
  return ImGui::CollapsingHeader(title, open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
}

}  // namespace

void draw_run_buttons(const Session& session, const ViewerState& state, EventSink& out) {
  struct RunButton {
    const char* label;
    Key key;
    const char* hint;
  };
  const RunButton buttons[] = {{session.interaction().playing() ? "Pause" : "Play", Key::kSpace, "Space"},
                               {"Step", Key::kPeriod, "One step: ."},
                               {"Reset", Key::kR, "Back to the start: R"},
                               {"Picture", Key::kP, "Save a picture: P"},
                               {state.recording_movie ? "End movie" : "Movie", Key::kM, "Record a movie: M"},
                               {"Checkpoint", Key::kK, "Save the state: K"}};
  // Three in a row, or fewer if the panel is narrow.
  float widest = 0;
  for (const RunButton& b : buttons) widest = std::max(widest, ImGui::CalcTextSize(b.label).x);
  int columns = 3;
  const float padding = 2 * ImGui::GetStyle().FramePadding.x;
  while (columns > 1 && button_width(columns) < widest + padding) --columns;
  const float width = button_width(columns);
  for (int i = 0; i < 6; ++i) {
    if (i % columns != 0) ImGui::SameLine();
    key_button(buttons[i].label, buttons[i].key, buttons[i].hint, width, out);
  }
}

void draw_panels(const Session& session, const StepHistory& history, const ViewerState& state,
                 EventSink& out) {
  const ViewArea area = session.interaction().area();
  if (area.left == 0 || area.height == 0) return;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({static_cast<float>(area.left), static_cast<float>(area.height)});
  ImGui::Begin("panels", nullptr, ImGuiWindowFlags_NoDecoration & ~ImGuiWindowFlags_NoScrollbar);
  draw_run_buttons(session, state, out);
  if (section("Tool")) draw_tool_panel(session, out);
  if (const auto felt = session.felt(); felt != nullptr && section("Servo")) draw_feel_panel(*felt);
  if (section("Bodies")) draw_body_panel(session, out);
  if (section("Solver", false)) draw_solver_panel(session, out);
  if (section("Display")) draw_display_panel(session, out);
  if (section("Plots")) draw_plots(history);
  ImGui::Spacing();
  ImGui::TextDisabled("F1: keys    Tab: hide the panels");
  ImGui::End();
}

}  // namespace sinew
