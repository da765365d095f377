#include "haptics/force_transition.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace sinew {
namespace {

constexpr double kMillisecond = 1e-3;

struct Fall {
  double largest = 0;  // N, between two ticks
  int ticks = 0;       // until nothing is left
};

// What follows if a force of so many newtons is gone from one tick to the next.
Fall fall_from(double newtons) {
  ForceTransition transition;
  transition.tick({newtons, 0, 0}, 0, 0, kMillisecond);
  Fall fall;
  double before = newtons;
  for (int k = 0; k < 200; ++k) {
    const double now = transition.tick({}, 0, k == 0 ? ForceTransition::kJump : 0, kMillisecond).x;
    fall.largest = std::max(fall.largest, before - now);
    if (now > 1e-12) fall.ticks = k + 2;
    before = now;
  }
  return fall;
}

TEST(ForceTransition, a_small_jump_is_gone_after_ten_ticks) {
  const Fall fall = fall_from(0.3);
  EXPECT_EQ(fall.ticks, 10);
  EXPECT_NEAR(fall.largest, 0.03, 1e-12);
}

TEST(ForceTransition, a_large_jump_falls_by_less_than_a_tenth_of_a_newton_in_a_tick) {
  const Fall fall = fall_from(4.5);
  EXPECT_LT(fall.largest, 1.001 * ForceTransition::kFastest * kMillisecond);
  EXPECT_NEAR(fall.ticks, 75, 1);
}

TEST(ForceTransition, what_a_stale_response_gives_fades) {
  ForceTransition transition;
  const Vec3 force{2, 0, 0};
  EXPECT_EQ(transition.tick(force, ForceTransition::kStale, 0, kMillisecond), force);
  EXPECT_NEAR(transition.tick(force, ForceTransition::kStale + ForceTransition::kFade / 2, 0, kMillisecond).x,
              1, 1e-12);
  EXPECT_EQ(transition.tick(force, ForceTransition::kStale + ForceTransition::kFade, 0, kMillisecond),
            Vec3{});
}

}  // namespace
}  // namespace sinew
