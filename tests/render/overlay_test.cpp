#include "render/engine/overlay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include "render/gl/render_target.h"
#include "render/offscreen_context.h"

namespace sinew {
namespace {

TEST(Legend, takes_the_prefix_of_its_largest_number) {
  auto numbers = [](double low, double high) {
    return legend_numbers(
        {.name = "stress", .unit = "Pa", .range = {low, high}, .levels = 0, .colours = nullptr});
  };
  EXPECT_EQ(numbers(0, 12500).unit, "kPa");
  EXPECT_THAT(numbers(0, 12500).texts, testing::ElementsAre("0", "6.25", "12.5"));
  EXPECT_EQ(numbers(0, 1e6).unit, "MPa");
  EXPECT_THAT(numbers(0, 999.9).texts, testing::ElementsAre("0", "0.5", "1"));
  EXPECT_THAT(numbers(-2e9, 1e9).texts, testing::ElementsAre("-2", "-0.5", "1"));
  EXPECT_EQ(numbers(0, 0).unit, "Pa");
  EXPECT_EQ(numbers(0, 2e-9).unit, "µPa");
}

TEST(Length, is_read_in_common_units) {
  EXPECT_EQ(length_text(2000), "2 km");
  EXPECT_EQ(length_text(1), "1 m");
  EXPECT_EQ(length_text(0.05), "5 cm");
  EXPECT_EQ(length_text(0.01), "1 cm");
  EXPECT_EQ(length_text(0.002), "2 mm");
  EXPECT_EQ(length_text(2e-5), "20 µm");
}

// As a window does that draws a frame of its own around the picture.
TEST(Overlay, leaves_an_interface_alone_that_is_being_drawn) {
  const OffscreenContext context;
  PictureTarget target(64, 48);
  ImGuiContext* window = ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().DisplaySize = {64, 48};
  ImGui::GetIO().Fonts->Build();
  ImGui::NewFrame();
  {
    Overlay overlay;
    target.bind();
    overlay.draw({.title = "title", .scale = "", .legend = {}}, 64, 48);
    EXPECT_EQ(ImGui::GetCurrentContext(), window);
    overlay.draw({.title = "title", .scale = "", .legend = {}}, 64, 480);
  }
  EXPECT_EQ(ImGui::GetCurrentContext(), window);
  ImGui::Text("still here");
  ImGui::Render();
  ImGui::DestroyContext(window);
  require_no_gl_error("test");
}

}  // namespace
}  // namespace sinew
