#include "sinew/base/profile.h"

#include <gmock/gmock.h>

#include <array>
#include <thread>

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

TEST(Profile, parts_side_by_side_share_the_seconds_that_all_of_them_took) {
  const auto part = [](std::initializer_list<const char*> zones) {
    Profile profile;
    const ProfileScope scope(profile);
    for (const char* name : zones) {
      const ProfileZone zone(name);
      spin();
    }
    return profile;
  };
  const std::array parts{part({"solve", "solve", "smooth"}), part({"solve", "cut"})};
  Profile all;
  all.add_side_by_side(parts, 3);
  all.add_side_by_side(parts, 0.5);
  all.add_side_by_side({}, 7);  // no parts: no zone to charge
  EXPECT_NEAR(all.seconds(), 3.5, 1e-12);
  ASSERT_EQ(all.zones().size(), 3U);
  EXPECT_EQ(all.zones()[0].name, "solve");
  EXPECT_EQ(all.zones()[0].entered, 6);
  EXPECT_EQ(all.zones()[1].name, "smooth");
  EXPECT_EQ(all.zones()[2].entered, 2);
  const double parts_seconds = parts[0].seconds() + parts[1].seconds();
  EXPECT_NEAR(all.zones()[2].seconds, 3.5 * parts[1].zones()[1].seconds / parts_seconds, 1e-12);
}

TEST(Profile, counts_only_while_it_listens_and_only_its_own_thread) {
  Profile outer, inner;
  const auto enter = [](std::string_view name) { const ProfileZone zone(name); };
  enter("before");
  {
    const ProfileScope listening(outer);
    enter("solve");
    {
      const ProfileScope instead(inner);
      enter("smooth");
    }
    std::thread(enter, "elsewhere").join();
    enter("solve");
  }
  enter("after");
  ASSERT_EQ(outer.zones().size(), 1U);
  EXPECT_EQ(outer.zones()[0].name, "solve");
  EXPECT_EQ(outer.zones()[0].entered, 2);
  ASSERT_EQ(inner.zones().size(), 1U);
  EXPECT_EQ(inner.zones()[0].name, "smooth");
  EXPECT_EQ(inner.zones()[0].entered, 1);
}

}  // namespace
}  // namespace sinew
