#include "haptics/force_limits.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace sinew {
namespace {

TEST(ForceLimits, a_force_is_never_longer_than_the_limit_and_never_rises_faster) {
  Random random(1);
  const ForceLimits limits{.most = 3, .rise = 500};
  Vec3 before;
  for (int k = 0; k < 10000; ++k) {
    const Vec3 wanted = random.in_box({-9, -9, -9}, {9, 9, 9});
    const Vec3 force = limited(wanted, before, 0.001, limits);
    EXPECT_LE(norm(force), 3 + 1e-12);
    EXPECT_LE(norm(force) - norm(before), 0.5 + 1e-12);
    before = force;
  }
}

TEST(ForceLimits, a_force_falls_at_once) {
  const ForceLimits limits{};
  EXPECT_EQ(limited({}, {4, 0, 0}, 0.001, limits), Vec3{});
  EXPECT_EQ(limited({1, 0, 0}, {4, 0, 0}, 0.001, limits), (Vec3{1, 0, 0}));
}

TEST(ForceLimits, a_force_that_turns_round_falls_to_nothing_first) {
  EXPECT_EQ(limited({-4, 0, 0}, {4, 0, 0}, 0.001, {}), (Vec3{-0.5, 0, 0}));
  const Vec3 turned = limited({0, 4, 0}, {4, 0, 0}, 0.001, {});
  EXPECT_NEAR(turned.y, 0.5, 1e-12);
}

TEST(ForceLimits, a_wanted_force_is_reached_where_the_limits_allow_it) {
  Vec3 force;
  const Vec3 wanted{1, 2, -2};
  for (int k = 0; k < 7; ++k) force = limited(wanted, force, 0.001, {});
  EXPECT_EQ(force, wanted);
}

// A device of mass m and damping b, held against a wall of stiffness K that is sampled every T seconds. Returns how
// much its swing grows from one second to the next.
double growth_at_wall(double K, double m, double b, double T) {
  constexpr int kParts = 20;
  double x = 1e-3, v = 0, early = 0, late = 0;
  const int ticks = static_cast<int>(2 / T);
  for (int tick = 0; tick < ticks; ++tick) {
    const double force = -K * x;
    for (int k = 0; k < kParts; ++k) {
      // Exact for a constant force.
      const double h = T / kParts, decay = std::exp(-b / m * h), end = force / b;
      const double next = end + (v - end) * decay;
      x += end * h + (v - end) * (m / b) * (1 - decay);
      v = next;
    }
    double& most = tick < ticks / 2 ? early : late;
    most = std::max(most, std::abs(x));
  }
  return late / early;
}

TEST(ForceLimits, a_wall_as_stiff_as_the_bound_does_not_buzz_and_a_stiffer_one_does) {
  for (const double b : {1.0, 2.0, 5.0})
    for (const double m : {0.2, 0.5}) {
      const double K = stiffest_coupling(b, 0.001, 0);
      EXPECT_NEAR(K, 2 * b / 0.001, 1e-9);
      EXPECT_LT(growth_at_wall(0.9 * K, m, b, 0.001), 1) << b << " " << m;
      EXPECT_GT(growth_at_wall(1.15 * K, m, b, 0.001), 1) << b << " " << m;
    }
}

TEST(ForceLimits, a_late_force_allows_less_stiffness) {
  EXPECT_DOUBLE_EQ(stiffest_coupling(2, 0.001, 0.0015), 1000);
}

}  // namespace
}  // namespace sinew
