#include "render/display_settings.h"

#include <gmock/gmock.h>

#include "sinew/base/error.h"

namespace sinew {
namespace {

using testing::HasSubstr;

std::string message_of(const std::string& name, const std::string& value) {
  DisplayOptions display;
  try {
    set_display(display, name, value);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(DisplaySettings, every_setting_takes_the_value_it_gives) {
  DisplayOptions display;
  display.wire = true, display.ground = false;
  display.colouring = Colouring::kStress, display.range = {{0, 1e5}};
  display.section = Section{Vec3{0.1, 0, -2}, {0.5, 0, 1}};
  DisplayOptions other;
  for (const std::string& name : display_setting_names())
    set_display(other, name, display_setting(display, name));
  for (const std::string& name : display_setting_names())
    EXPECT_EQ(display_setting(other, name), display_setting(display, name)) << name;
  EXPECT_TRUE(other.wire);
  EXPECT_FALSE(other.ground);
  EXPECT_EQ(other.colouring, Colouring::kStress);
  EXPECT_EQ(other.range, display.range);
  EXPECT_EQ(other.section, display.section);
}

TEST(DisplaySettings, a_section_is_an_axis_or_a_normal_and_may_have_a_point) {
  DisplayOptions display;
  const auto section = [&](const std::string& text) {
    set_display(display, "section", text);
    EXPECT_EQ(display_setting(display, "section"), text);
    return *display.section;
  };
  EXPECT_EQ(section("-y"), (Section{std::nullopt, {0, -1, 0}}));
  EXPECT_EQ(section("x@0.5:0:-1"), (Section{Vec3{0.5, 0, -1}, {1, 0, 0}}));
  EXPECT_EQ(section("1:0:-2.5"), (Section{std::nullopt, {1, 0, -2.5}}));
  set_display(display, "section", "off");
  EXPECT_FALSE(display.section);
}

TEST(DisplaySettings, a_range_can_be_given_and_taken_back) {
  DisplayOptions display;
  set_display(display, "range", "-1.5:3e4");
  EXPECT_EQ(display.range, (std::array<double, 2>{-1.5, 3e4}));
  set_display(display, "range", "auto");
  EXPECT_FALSE(display.range);
}

TEST(DisplaySettings, names_and_values_that_do_not_fit_are_refused) {
  EXPECT_THAT(message_of("wier", "on"), HasSubstr("did you mean 'wire'?"));
  EXPECT_THAT(message_of("wire", "yes"), HasSubstr("give on or off"));
  EXPECT_THAT(message_of("colouring", "blue"), HasSubstr("plain, stress, levels"));
  EXPECT_THAT(message_of("colours", "jet"), HasSubstr("viridis"));
  for (const char* range : {"", "5", "5:", ":5", "5:5", "6:5", "0:inf", "0:1:2", "nan:1"})
    EXPECT_THAT(message_of("range", range), HasSubstr("LEAST:MOST")) << range;
  for (const char* section :
       {"", "w", "@", "z@", "z@0:0", "z@0:0:0:0", "0:0:0", "1:2", "1:2:3:", "1:2:inf", "1:2:3x", "z@0:0:nan"})
    EXPECT_THAT(message_of("section", section), HasSubstr("is not a section")) << section;
  for (const char* length : {"", "-0.1", "2", "long"})
    EXPECT_THAT(message_of("fur length", length), HasSubstr("0 to 1")) << length;
}

}  // namespace
}  // namespace sinew
