#include <gmock/gmock.h>

#include "scene_texts.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ViewDescription view_of(const std::string& view, const std::string& unit = "m") {
  return scene_from_text(small_scene("", R"("unit": ")" + unit + R"(", "view": )" + view)).view;
}

std::string complaint(const std::string& view) {
  return complaint_about(small_scene("", R"("view": )" + view));
}

TEST(View, what_is_left_out_has_its_default) {
  EXPECT_EQ(scene_from_text(small_scene()).view, ViewDescription{});
  EXPECT_EQ(view_of("{}"), ViewDescription{});
}

TEST(View, every_key_is_read) {
  const ViewDescription view =
      view_of(R"({"show": ["levels", "wire", "forces"], "azimuth": -200, "elevation": 90,
      "zoom": 2.5, "target": [1, 2, 3], "ground": false, "range": [-1, 2e5], "colours": "blue-red",
      "fur_length": 0.1, "section": {"point": [0, 1, 0], "normal": [0, -2, 0]}})");
  EXPECT_THAT(view.show, ElementsAre(Shown::kLevels, Shown::kWire, Shown::kForces));
  EXPECT_EQ(view.azimuth, -200);
  EXPECT_EQ(view.elevation, 90);
  EXPECT_EQ(view.zoom, 2.5);
  EXPECT_EQ(view.target, (Vec3{1, 2, 3}));
  EXPECT_FALSE(view.ground);
  EXPECT_THAT(*view.range, ElementsAre(-1, 2e5));
  EXPECT_EQ(view.colours, "blue-red");
  EXPECT_EQ(view.fur_length, 0.1);
  ASSERT_TRUE(view.section);
  EXPECT_EQ(view.section->point, (Vec3{0, 1, 0}));
  EXPECT_EQ(normalized(view.section->normal), (Vec3{0, -1, 0}));
  EXPECT_EQ(view_of(R"({"section": {}})").section, Section{});
}

TEST(View, lengths_are_in_the_unit_of_the_scene) {
  const ViewDescription view = view_of(R"({"target": [1000, 0, 500], "range": [0, 7], "zoom": 3})", "mm");
  EXPECT_LT(distance(*view.target, {1, 0, 0.5}), 1e-12);
  EXPECT_THAT(*view.range, ElementsAre(0, 7));
  EXPECT_EQ(view.zoom, 3);
  const Section section = *view_of(R"({"section": {"point": [0, 250, 0]}})", "mm").section;
  EXPECT_LT(distance(*section.point, {0, 0.25, 0}), 1e-12);
}

TEST(View, what_cannot_be_seen_is_refused_at_its_place) {
  EXPECT_THAT(complaint(R"({"show": ["stres"]})"),
              testing::AllOf(HasSubstr("view.show[0]"), HasSubstr("did you mean 'stress'?")));
  EXPECT_THAT(complaint(R"({"show": "stress"})"), HasSubstr("view.show: \"stress\" is not a list"));
  EXPECT_THAT(complaint(R"({"elevation": 91})"),
              HasSubstr("view.elevation: 91 is not a number from -90 to 90"));
  EXPECT_THAT(complaint(R"({"zoom": 0})"), HasSubstr("view.zoom"));
  EXPECT_THAT(complaint(R"({"target": [1, 2]})"), HasSubstr("view.target"));
  EXPECT_THAT(complaint(R"({"ground": 1})"), HasSubstr("view.ground"));
  EXPECT_THAT(complaint(R"({"range": [2, 1]})"), HasSubstr("view.range: the range has no extent"));
  EXPECT_THAT(complaint(R"({"colours": "gray"})"), HasSubstr("did you mean 'grey'?"));
  EXPECT_THAT(complaint(R"({"fur_length": 0})"), HasSubstr("view.fur_length"));
  EXPECT_THAT(complaint(R"({"section": {"normal": [0, 0, 0]}})"), HasSubstr("view.section.normal"));
  EXPECT_THAT(complaint(R"({"azimut": 0})"), HasSubstr("did you mean 'azimuth'?"));
}

TEST(View, a_colour_has_three_parts_from_0_to_1) {
  EXPECT_EQ(scene_from_text(small_scene(R"("colour": [0.1, 0.2, 1])")).bodies[0].colour, (Vec3{0.1, 0.2, 1}));
  EXPECT_EQ(scene_from_text(small_scene()).bodies[0].colour, std::nullopt);
  EXPECT_THAT(complaint_about(small_scene(R"("colour": [255, 0, 0])")),
              HasSubstr("bodies[0].colour[0]: 255 is not a number from 0 to 1"));
  EXPECT_THAT(complaint_about(small_scene(R"("colour": "red")")), HasSubstr("bodies[0].colour"));
}

}  // namespace
}  // namespace sinew
