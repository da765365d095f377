#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "render/matrix4.h"
#include "render/window/panels.h"
#include "render/window/status_place.h"
#include "render/window/theme.h"

namespace sinew {

namespace {

constexpr ImU32 kTextColour = IM_COL32(33, 36, 41, 255), kTroubleColour = IM_COL32(150, 22, 22, 255),
                kTroubleGround = IM_COL32(253, 236, 234, 245), kPaper = IM_COL32(255, 255, 255, 225);

struct Layer {
  ImDrawList* list;
  float left, width, height;  // of the picture, pixels
};

// Text in a box of its own size; `x` and `y`: its middle and its upper edge. Returns its lower edge.
float boxed_text(const Layer& layer, float x, float y, const std::string& text, ImU32 colour, ImU32 ground) {
  const float pad = 0.6F * ImGui::GetFontSize(), wrap = 0.6F * layer.width;
  const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap);
  const ImVec2 corner{x - size.x / 2, y + pad};
  layer.list->AddRectFilled({corner.x - pad, y}, {corner.x + size.x + pad, y + size.y + 2 * pad}, ground, 4);
  layer.list->AddText(ImGui::GetFont(), ImGui::GetFontSize(), corner, colour, text.c_str(), nullptr, wrap);
  return y + size.y + 2 * pad;
}

void draw_status(const Layer& layer, const Session& session, const ViewerState& state) {
  const auto force = session.interaction().felt_force(session.frame());
  const std::string text = fmt::format("{}, {:.0f} pictures/s, tool: {}{}{}", status_text(session),
                                       state.frames_per_second, session.interaction().active_tool().name(),
                                       force ? fmt::format(", {:.3g} N", norm(*force)) : "",
                                       state.recording_movie ? ", recording a movie" : "");
  const TextPlace place =
      place_status(layer.width, layer.height, ImGui::GetFontSize(), [&](float wrap) -> std::array<float, 2> {
        const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap);
        return {size.x, size.y};
      });
  layer.list->AddText(ImGui::GetFont(), ImGui::GetFontSize(), {layer.left + place.x, place.y}, kTextColour,
                      text.c_str(), nullptr, place.wrap);
}

void draw_messages(const Layer& layer, const Session& session, const ViewerState& state) {
  const float middle = layer.left + layer.width / 2;
  float y = ImGui::GetFontSize();
  const SimulationStatus& status = session.status();
  const std::string advice = status.failed ? "\nR goes back to the start." : "";
  if (!status.trouble.empty())
    y = boxed_text(layer, middle, y, status.trouble + advice, kTroubleColour, kTroubleGround) +
        0.5F * ImGui::GetFontSize();
  const std::string& notice = state.notice.empty() ? status.notice : state.notice;
  if (!notice.empty()) boxed_text(layer, middle, y, notice, kTextColour, kPaper);
}

// Where a point of the world is in the picture.
ImVec2 on_screen(const Layer& layer, const Camera& camera, const Vec3& p) {
  Box3 box;
  box.extend(p);
  const Vec3 at =
      transform_point(camera.projection(layer.width / layer.height, box) * camera.view(), p - camera.target);
  return {layer.left + layer.width * static_cast<float>(0.5 + 0.5 * at.x),
          layer.height * static_cast<float>(0.5 - 0.5 * at.y)};
}

void draw_tool(const Layer& layer, const Interaction& interaction, const Frame& frame) {
  if (!interaction.tool_in_use()) return;
  const auto lines = interaction.active_tool().lines(frame);
  if (lines.empty()) return;
  const float size = 0.3F * ImGui::GetFontSize();
  const auto at = [&](const Vec3& p) { return on_screen(layer, interaction.camera(), p); };
  for (const auto& [from, to] : lines) layer.list->AddLine(at(from), at(to), kAccent, 0.4F * size);
  layer.list->AddCircleFilled(at(lines.front()[0]), size, kAccent);
  layer.list->AddCircle(at(lines.back()[1]), 1.5F * size, kAccent, 0, 0.4F * size);
}

struct KeyRow {
  std::string keys, what;
};

std::vector<KeyRow> key_rows(const Interaction& interaction) {
  std::vector<KeyRow> rows;
  for (const auto& [keys, what] : key_help()) rows.push_back({std::string(keys), std::string(what)});
  for (std::size_t t = 0; t < interaction.tools().size(); ++t) {
    const Tool& tool = *interaction.tools()[t];
    const char* now = &tool == &interaction.active_tool() ? " (now)" : "";
    rows.push_back({fmt::format("Tool {}", t + 1), fmt::format("{}: {}{}", tool.name(), tool.help(), now)});
  }
  return rows;
}

// The layout of the list of keys so that all of it is seen: descriptions are wrapped if the picture is
// narrow, and in a small one the letters are smaller.
struct KeyListLayout {
  float scale = 1, keys_width = 0, what_width = 0;  // widths at that scale, pixels
};

KeyListLayout lay_out(const std::vector<KeyRow>& rows, float width, float height) {
  constexpr float kSmallest = 0.4F, kSmaller = 0.95F;
  const ImVec2 padding = ImGui::GetStyle().CellPadding;
  float keys = 0, what = 0;
  for (const KeyRow& row : rows) {
    keys = std::max(keys, ImGui::CalcTextSize(row.keys.c_str()).x);
    what = std::max(what, ImGui::CalcTextSize(row.what.c_str()).x);
  }
  for (float scale = 1;; scale *= kSmaller) {
    // Letters are measured at their full size, in a room that is as much larger.
    const float room = std::max(1.0F, (width - 4 * padding.x) / scale - keys);
    float lines = 0;
    for (const KeyRow& row : rows)
      lines += scale * ImGui::CalcTextSize(row.what.c_str(), nullptr, false, room).y + 2 * padding.y;
    if (lines <= height || scale * kSmaller < kSmallest)
      return {scale, scale * keys, scale * std::min(what, room)};
  }
}

void draw_key_list(const Layer& layer, const Interaction& interaction) {
  const std::vector<KeyRow> rows = key_rows(interaction);
  const ImVec2 margin = ImGui::GetStyle().WindowPadding;
  const KeyListLayout layout = lay_out(rows, layer.width - 2 * margin.x, layer.height - 2 * margin.y);
  ImGui::SetNextWindowPos({layer.left + layer.width / 2, layer.height / 2}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowBgAlpha(0.96F);
  ImGui::Begin("keys", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs);
  ImGui::SetWindowFontScale(layout.scale);
  if (ImGui::BeginTable("list", 2, ImGuiTableFlags_SizingFixedFit)) {
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, layout.keys_width);
    ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthFixed, layout.what_width);
    for (const KeyRow& row : rows) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(kAccent), "%s", row.keys.c_str());
      ImGui::TableNextColumn();
      ImGui::TextWrapped("%s", row.what.c_str());
    }
    ImGui::EndTable();
  }
  ImGui::End();
}

}  // namespace

std::string status_text(const Session& session) {
  const SimulationStatus& status = session.status();
  const Frame& frame = session.frame();
  const std::string pace = status.playing && status.steps_per_second > 0
                               ? fmt::format(", {:.0f} steps/s", status.steps_per_second)
                               : "";
  const char* doing = status.failed ? "stopped" : status.playing ? "playing" : "paused";
  return fmt::format("step {}, {:.3f} s{}, {}", frame.step, frame.time, pace, doing);
}

void draw_over_picture(const Session& session, const ViewerState& state) {
  const ViewArea area = session.interaction().area();
  if (area.empty()) return;
  const Layer layer{ImGui::GetBackgroundDrawList(), static_cast<float>(area.left),
                    static_cast<float>(area.width), static_cast<float>(area.height)};
  draw_tool(layer, session.interaction(), session.frame());
  draw_status(layer, session, state);
  draw_messages(layer, session, state);
  if (session.interaction().help_shown()) draw_key_list(layer, session.interaction());
}

}  // namespace sinew
