#include "sinew/base/profile.h"

#include <gmock/gmock.h>

#include "base/timer.h"

namespace sinew {
namespace {

using testing::HasSubstr;

void spin() {
  const Timer timer;
  while (timer.seconds() < 1e-5) {
  }
}

TEST(Profile, zones_add_up_and_a_nested_zone_stops_the_clock_of_the_outer_one) {
  Profile profile;
  const Timer whole;
  {
    const ProfileScope scope(profile);
    for (int i = 0; i < 3; ++i) {
      const ProfileZone outer("solve");
      spin();
      const ProfileZone inner("smooth");
      spin();
    }
  }
  const double seconds = whole.seconds();
  ASSERT_EQ(profile.zones().size(), 2U);
  EXPECT_EQ(profile.zones()[0].name, "solve");
  EXPECT_EQ(profile.zones()[0].entered, 3);
  EXPECT_EQ(profile.zones()[1].name, "smooth");
  EXPECT_GT(profile.zones()[0].seconds, 0);
  EXPECT_GT(profile.zones()[1].seconds, 0);
  EXPECT_LE(profile.seconds(), seconds);
  EXPECT_THAT(profile.table(3), HasSubstr("smooth"));
}

TEST(Profile, without_a_listener_nothing_is_counted) {
  Profile profile;
  { const ProfileZone zone("assembly"); }
  EXPECT_TRUE(profile.zones().empty());
}

}  // namespace
}  // namespace sinew
