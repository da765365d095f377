#include "sinew/base/profile.h"

#include <gmock/gmock.h>

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
