#include "render/window/theme.h"

namespace sinew {

namespace {

ImVec4 grey(float value, float alpha = 1) { return {value, value + 0.004F, value + 0.012F, alpha}; }
ImVec4 blue(float alpha) { return {0.15F, 0.41F, 0.65F, alpha}; }

}  // namespace

void set_theme(float scale) {
  ImGui::StyleColorsLight();
  ImGuiStyle& style = ImGui::GetStyle();
  style.WindowRounding = 0, style.WindowBorderSize = 0;
  style.FrameRounding = 3, style.GrabRounding = 3, style.PopupRounding = 3, style.ScrollbarRounding = 3;
  style.WindowPadding = {12, 10};
  style.FramePadding = {7, 4};
  style.ItemSpacing = {8, 6};
  style.GrabMinSize = 9, style.ScrollbarSize = 11;

  ImVec4* colours = style.Colors;
  colours[ImGuiCol_Text] = grey(0.13F);
  colours[ImGuiCol_TextDisabled] = grey(0.4F);
  colours[ImGuiCol_WindowBg] = grey(0.965F);
  colours[ImGuiCol_PopupBg] = grey(0.99F);
  colours[ImGuiCol_FrameBg] = grey(0.885F);
  colours[ImGuiCol_FrameBgHovered] = grey(0.85F);
  colours[ImGuiCol_FrameBgActive] = grey(0.82F);
  colours[ImGuiCol_Button] = grey(0.87F);
  colours[ImGuiCol_ButtonHovered] = blue(0.25F);
  colours[ImGuiCol_ButtonActive] = blue(0.45F);
  colours[ImGuiCol_Header] = grey(0.91F);
  colours[ImGuiCol_HeaderHovered] = blue(0.18F);
  colours[ImGuiCol_HeaderActive] = blue(0.3F);
  colours[ImGuiCol_SliderGrab] = blue(0.8F);
  colours[ImGuiCol_SliderGrabActive] = blue(1);
  colours[ImGuiCol_CheckMark] = blue(1);
  colours[ImGuiCol_Separator] = grey(0.85F);
  colours[ImGuiCol_ScrollbarBg] = grey(0.95F);
  style.ScaleAllSizes(scale);
}

}  // namespace sinew
