#include "render/engine/colour_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sinew/base/error.h"
#include "sinew/scene/view_description.h"

namespace sinew {
namespace {

TEST(ColourMap, viridis_goes_from_violet_to_yellow) {
  const ColourMap& map = colour_map("viridis");
  EXPECT_NEAR(distance(colour_at(map, 0), Vec3{0x44, 0x01, 0x54} / 255), 0, 1e-12);
  EXPECT_NEAR(distance(colour_at(map, 1), Vec3{0xfd, 0xe7, 0x25} / 255), 0, 1e-12);
}

TEST(ColourMap, beyond_the_ends_are_the_ends) {
  for (const std::string_view name : kColourMapNames) {
    const ColourMap& map = colour_map(name);
    EXPECT_EQ(colour_at(map, -3), map.stops.front());
    EXPECT_EQ(colour_at(map, 7), map.stops.back());
  }
}

TEST(ColourMap, between_two_stops_lies_their_mean) {
  const ColourMap& map = colour_map("grey");
  EXPECT_NEAR(distance(colour_at(map, 0.5), 0.5 * (map.stops[0] + map.stops[1])), 0, 1e-12);
}

TEST(ColourMap, viridis_and_grey_get_lighter_all_the_way) {
  for (const char* name : {"viridis", "grey"}) {
    double before = -1;
    for (double t = 0; t <= 1; t += 0.05) {
      const double light = dot(colour_at(colour_map(name), t), {0.2126, 0.7152, 0.0722});
      EXPECT_GT(light, before);
      before = light;
    }
  }
}

TEST(ColourMap, an_unknown_name_is_an_error_that_knows_better) {
  try {
    colour_map("viridus");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("did you mean 'viridis'?"));
    EXPECT_THAT(error.what(), testing::HasSubstr("blue-red"));
  }
}

}  // namespace
}  // namespace sinew
