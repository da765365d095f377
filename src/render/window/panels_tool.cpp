#include <imgui.h>

#include "render/window/panels.h"
#include "render/window/parameter_slider.h"

namespace sinew {

namespace {

Key key_of_tool(std::size_t number) { return static_cast<Key>(static_cast<std::size_t>(Key::k1) + number); }

}  // namespace

void draw_tool_panel(const Session& session, EventSink& out) {
  const Interaction& interaction = session.interaction();
  for (std::size_t t = 0; t < interaction.tools().size(); ++t) {
    const Tool& tool = *interaction.tools()[t];
    const std::string name(tool.name()), help(tool.help());
    if (t % 2 > 0) ImGui::SameLine(0.5F * ImGui::GetWindowWidth());
    if (ImGui::RadioButton(name.c_str(), &tool == &interaction.active_tool()))
      out.push_back(key_event(key_of_tool(t)));
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Shift + left drag: %s (key %zu)", help.c_str(), t + 1);
  }
  const Tool& tool = interaction.active_tool();
  for (const Tunable& tunable : tool.tunables())
    draw_slider(std::string(tool.name()), tunable, tunable.value, tool_event, out);
  if (const auto force = interaction.felt_force(session.frame()))
    ImGui::Text("force on the hand: %.3g N", norm(*force));
}

}  // namespace sinew
