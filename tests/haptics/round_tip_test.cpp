#include "haptics/round_tip.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error_of.h"
#include "base/random.h"
#include "haptics/felt_loop.h"

namespace sinew {
namespace {

constexpr RoundTipParams kTip{.radius = 0.03, .coupling = 2000, .most_depth = 0.01, .contacts = 24};

const KnownResponses& known_box() {
  static const std::shared_ptr<const KnownResponses> box = test::felt_responses();
  return *box;
}

// The top of the box is at 0.05 m; beside the middle, so that no two vertices are at one distance.
Vec3 tool_at(double depth, const Vec3& aside = {}) {
  return Vec3{0.052, 0.047, 0.05 + kTip.radius - depth} + aside;
}

struct Twin {
  double force = 0;  // sum of normal forces, N
  Index contacts = 0;
};

// All free vertices of the top, by projected Gauss-Seidel on dense G.
Twin by_gauss_seidel(const Vec3& tool) {
  const std::vector<Index> free = free_vertices(known_box().problem);
  std::vector<Index> top;
  std::vector<double> gap;
  for (Index k = 0; k < static_cast<Index>(free.size()); ++k) {
    const Vec3 x = known_box().problem.surface.positions[free[k]], q = x - tool;
    const double beside = q.x * q.x + q.y * q.y, r = kTip.radius;
    if (x.z < 0.0499 || beside > 0.95 * r * r) continue;
    top.push_back(k);
    gap.push_back(-q.z - std::sqrt(r * r - beside));
  }
  const std::size_t n = top.size();
  std::vector<double> G(9 * n * n), f(n);
  known_box().G->extract(top, top, G);
  const auto C = [&](std::size_t i, std::size_t j) {
    return G[(3 * j + 2) * 3 * n + 3 * i + 2] + (i == j ? kTip.contacts / kTip.coupling : 0);
  };
  for (int sweep = 0; sweep < 3000; ++sweep)
    for (std::size_t i = 0; i < n; ++i) {
      double left = gap[i];
      for (std::size_t j = 0; j < n; ++j) left += C(i, j) * f[j];
      f[i] = std::max(0.0, f[i] - left / C(i, i));
    }
  Twin twin;
  for (const double each : f) twin.force += each, twin.contacts += each > 1e-12 ? 1 : 0;
  return twin;
}

TEST(RoundTip, its_contact_is_that_of_all_vertices_by_a_slow_solver) {
  RoundTip tip(known_box(), kTip);
  tip.touch(tool_at(-0.01));
  for (const double depth : {0.001, 0.004, 0.008}) {
    const Touch::Force force = tip.touch(tool_at(depth));
    const Twin twin = by_gauss_seidel(tool_at(depth));
    ASSERT_TRUE(force.touches);
    EXPECT_EQ(tip.contacts(), twin.contacts) << depth;
    EXPECT_NEAR(-force.on_body.z, twin.force, 1e-6 * twin.force) << depth;
  }
  EXPECT_GE(tip.contacts(), 4);
}

TEST(RoundTip, the_force_is_the_gradient_of_the_energy) {
  RoundTip tip(known_box(), kTip);
  tip.touch(tool_at(-0.01));
  constexpr double kStep = 1e-7;
  const Vec3 aside{0.003, -0.002, 0};
  for (const double depth : {0.001, 0.003, 0.005}) {
    const Vec3 on_hand = -tip.touch(tool_at(depth, aside)).on_body;
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 d;
      d[axis] = kStep;
      const double more = tip.touch(tool_at(depth, aside + d)).energy;
      const double less = tip.touch(tool_at(depth, aside - d)).energy;
      EXPECT_NEAR(-(more - less) / (2 * kStep), on_hand[axis], 1e-4 * norm(on_hand)) << depth << " " << axis;
    }
  }
}

TEST(RoundTip, a_closed_path_gives_back_nothing_as_ticks_get_shorter) {
  const auto net_work = [](int ticks) {
    RoundTip tip(known_box(), kTip);
    double net = 0, put_in = 0;
    Vec3 force, before = tool_at(-0.004);
    tip.touch(before);
    for (int k = 1; k <= ticks; ++k) {
      const double t = 2 * M_PI * k / ticks;
      const Vec3 tool =
          tool_at(-0.004 + 0.004 * (1 - std::cos(t)), {0.01 * std::sin(t), 0.008 * std::sin(2 * t), 0});
      const double work = -dot(force, tool - before);
      net += work, put_in += std::max(0.0, work);
      force = -tip.touch(tool).on_body, before = tool;
    }
    EXPECT_GT(put_in, 1e-5);
    return std::abs(net) / put_in;
  };
  const double coarse = net_work(500), fine = net_work(8000);
  EXPECT_LT(coarse, 0.02);
  EXPECT_LT(fine, 0.15 * coarse);
}

TEST(RoundTip, the_force_grows_without_jumps_as_vertices_come_and_go) {
  RoundTip tip(known_box(), kTip);
  tip.touch(tool_at(-0.002));
  Vec3 before;
  double most = 0;
  Index contacts = 0, changes = 0;
  for (int tick = 0; tick <= 2000; ++tick) {
    const double t = tick / 2000.0;
    const Touch::Force force = tip.touch(tool_at(-0.002 + 0.008 * t, {0.02 * t, -0.015 * t, 0}));
    most = std::max(most, distance(force.on_body, before));
    changes += tip.contacts() != contacts ? 1 : 0;
    before = force.on_body, contacts = tip.contacts();
  }
  EXPECT_GE(changes, 5);
  EXPECT_GT(norm(before), 0.5);
  EXPECT_LT(most, 0.02 * norm(before));
}

TEST(RoundTip, a_tip_that_is_first_seen_deep_inside_is_not_in_contact) {
  RoundTip tip(known_box(), kTip);
  EXPECT_FALSE(tip.touch(tool_at(0.005)).touches);
  EXPECT_FALSE(tip.is_outside());
  tip.touch(tool_at(-0.001));
  EXPECT_TRUE(tip.is_outside());
  EXPECT_TRUE(tip.touch(tool_at(0.001)).touches);
  tip.touch(tool_at(-0.001));
  EXPECT_EQ(tip.contacts(), 0);
}

TEST(RoundTip, invalid_numbers_are_refused) {
  RoundTipParams params = kTip;
  params.radius = 0;
  EXPECT_EQ(error_of([&] { RoundTip(known_box(), params); }),
            "the radius of a tip is 0 m\n  it must be more than 0");
  params = kTip, params.coupling = std::nan("");
  EXPECT_THROW(RoundTip(known_box(), params), Error);
  params = kTip, params.contacts = 0;
  EXPECT_THROW(RoundTip(known_box(), params), Error);
}

TEST(Servo, a_direct_touch_takes_the_place_of_responses) {
  RoundTip tip(known_box(), kTip);
  Servo servo(ServoParams{}, &tip);
  HandReading hand;
  hand.is_known = true;
  const auto to = [&](double depth) {
    hand.position = tool_at(depth), hand.measured_at += 0.001;
    return servo.tick(hand, nullptr, hand.measured_at);
  };
  EXPECT_TRUE(to(0.002).is_held_off);
  EXPECT_EQ(to(0.002).force, Vec3{});
  for (double depth = 0.002; depth > -0.001; depth -= 1e-4) to(depth);
  Servo::Output output;
  for (double depth = -0.001; depth < 0.003; depth += 1e-5) output = to(depth);
  EXPECT_FALSE(output.is_held_off);
  EXPECT_TRUE(output.touch.touches);
  EXPECT_GT(output.force.z, 0.1);
  EXPECT_EQ(output.force, -output.touch.on_body);
}

}  // namespace
}  // namespace sinew
