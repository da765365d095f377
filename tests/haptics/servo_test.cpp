#include "haptics/servo.h"

#include <gtest/gtest.h>

#include <limits>

#include "haptics/patches.h"

namespace sinew {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kT = 0.001;

// Ticks of a servo over one response, by a tool that goes where it is told.
class Bench {
 public:
  explicit Bench(LocalResponse response = flat_patch())
      : response_(std::move(response)), servo_(ServoParams{}) {}

  Servo::Output to(const Vec3& tool, Hazard stop = Hazard::kNone) {
    now_ += kT;
    HandReading hand = hand_;
    hand.is_known = true, hand.position = tool, hand.measured_at = now_;
    response_.time = now_, ++response_.step;
    return servo_.tick(hand, &response_, now_, stop);
  }
  // Goes there at 0.2 m/s.
  Servo::Output lead(const Vec3& from, const Vec3& tool) {
    const int ticks = 1 + static_cast<int>(distance(from, tool) / (0.2 * kT));
    Servo::Output output;
    for (int k = 0; k <= ticks; ++k) output = to(lerp(from, tool, double(k) / ticks));
    return output;
  }
  Servo::Output press() {
    lead({0, 0, 0.005}, {0, 0, -0.002});
    Servo::Output output;
    for (int k = 0; k < 50; ++k) output = to({0, 0, -0.002});
    return output;
  }

  HandReading hand_;
  LocalResponse response_;
  Servo servo_;
  double now_ = 0;
};

// The tool is taken out and pressed in again.
void expect_force_after_leaving(Bench& bench) {
  for (int k = 0; k < 100; ++k) {
    const Servo::Output output = bench.to({0, 0, -0.002});
    EXPECT_EQ(output.force, Vec3{});
    EXPECT_TRUE(output.is_held_off);
    EXPECT_FALSE(output.touch.touches);
  }
  bench.lead({0, 0, -0.002}, {0, 0, 0.005});
  EXPECT_GT(bench.press().force.z, 1);
}

TEST(Servo, a_press_is_felt) {
  Bench bench;
  const Servo::Output output = bench.press();
  EXPECT_NEAR(output.force.z, 0.002 / (1.0 / 1000 + 1.0 / 2000), 1e-6);
  EXPECT_TRUE(output.touch.touches);
  EXPECT_EQ(output.hazard, Hazard::kNone);
}

TEST(Servo, no_force_until_the_tool_was_seen_out_of_contact) {
  Bench bench;
  expect_force_after_leaving(bench);
}

TEST(Servo, no_force_without_a_device_or_a_response) {
  Servo servo{ServoParams{}};
  EXPECT_EQ(servo.tick({}, nullptr, 0).hazard, Hazard::kNoDevice);
  HandReading hand;
  hand.is_known = true;
  const Servo::Output output = servo.tick(hand, nullptr, 0.001);
  EXPECT_EQ(output.force, Vec3{});
  EXPECT_TRUE(output.is_held_off);
}

TEST(Servo, a_device_that_is_silent_for_twenty_milliseconds_gets_no_force) {
  Bench bench;
  bench.press();
  bench.hand_.age = 0.0199;
  EXPECT_GT(bench.to({0, 0, -0.002}).force.z, 1);
  bench.hand_.age = 0.0201;
  const Servo::Output output = bench.to({0, 0, -0.002});
  EXPECT_EQ(output.force, Vec3{});
  EXPECT_EQ(output.hazard, Hazard::kSilent);
  bench.hand_.age = 0;
  expect_force_after_leaving(bench);
}

TEST(Servo, a_position_that_is_not_finite_stops_the_force_at_once) {
  for (const Vec3& bad : {Vec3{kNaN, 0, 0}, Vec3{0, std::numeric_limits<double>::infinity(), 0}}) {
    Bench bench;
    bench.press();
    const Servo::Output output = bench.to(bad);
    EXPECT_EQ(output.force, Vec3{});
    EXPECT_EQ(output.hazard, Hazard::kInvalid);
    expect_force_after_leaving(bench);
  }
}

TEST(Servo, a_response_that_is_not_finite_stops_the_force_at_once) {
  Bench bench;
  bench.press();
  const Vec3 good = bench.response_.positions[60];
  bench.response_.positions[60].z = kNaN;
  EXPECT_EQ(bench.to({0, 0, -0.002}).force, Vec3{});
  bench.response_.positions[60] = good;
  expect_force_after_leaving(bench);
}

TEST(Servo, a_tool_faster_than_the_limit_gets_no_force) {
  Bench bench;
  bench.press();
  Servo::Output output;
  for (int k = 0; k < 30 && output.hazard == Hazard::kNone; ++k) output = bench.to({1.1e-3 * k, 0, -0.002});
  EXPECT_EQ(output.hazard, Hazard::kFast);
  EXPECT_EQ(output.force, Vec3{});
}

TEST(Servo, a_jump_of_a_centimetre_is_too_fast) {
  Bench bench;
  bench.press();
  EXPECT_EQ(bench.to({0.01, 0, -0.002}).hazard, Hazard::kFast);
}

TEST(Servo, a_tool_below_the_speed_limit_keeps_its_force) {
  Bench bench;
  bench.press();
  for (int k = 0; k < 40; ++k) EXPECT_EQ(bench.to({0.8e-3 * k, 0, -0.002}).hazard, Hazard::kNone);
}

TEST(Servo, stop_fault_and_a_switch_that_is_let_go_stop_the_force) {
  for (const Hazard why : {Hazard::kStopped, Hazard::kFault}) {
    Bench bench;
    bench.press();
    const Servo::Output output = bench.to({0, 0, -0.002}, why);
    EXPECT_EQ(output.force, Vec3{});
    EXPECT_EQ(output.hazard, why);
    expect_force_after_leaving(bench);
  }
  Bench bench;
  bench.press();
  bench.hand_.is_ready = false;
  EXPECT_EQ(bench.to({0, 0, -0.002}).hazard, Hazard::kNotReady);
  bench.hand_.is_ready = true;
  expect_force_after_leaving(bench);
}

TEST(Servo, a_failed_tick_holds_the_force_off) {
  Bench bench;
  bench.press();
  bench.servo_.fail();
  expect_force_after_leaving(bench);
}

TEST(Servo, the_force_of_a_body_that_says_nothing_more_fades) {
  Bench bench;
  bench.press();
  HandReading hand;
  hand.is_known = true, hand.position = {0, 0, -0.002};
  const double full = bench.to(hand.position).force.z;
  double before = full;
  const double last = bench.now_;
  for (int k = 1; k < 200; ++k) {
    hand.measured_at = last + k * kT;
    const double force = bench.servo_.tick(hand, &bench.response_, hand.measured_at).force.z;
    if (k < 100) {
      EXPECT_NEAR(force, full, 1e-7) << k;
    }
    if (k > 151) {
      EXPECT_EQ(force, 0) << k;
    }
    EXPECT_LT(before - force, 0.1) << k;
    before = force;
  }
}

TEST(Servo, a_new_response_does_not_make_the_force_jump) {
  Bench bench;
  bench.press();
  // The surface comes 1 mm up every 10 ms, and goes down again: 0.67 N each time.
  HandReading hand;
  hand.is_known = true, hand.position = {0, 0, -0.002};
  double before = bench.to(hand.position).force.z;
  const double last = bench.now_;
  for (int k = 1; k < 200; ++k) {
    hand.measured_at = last + k * kT;
    if (k % 10 == 0) {
      for (Vec3& x : bench.response_.positions) x.z += k % 20 == 0 ? 0.001 : -0.001;
      ++bench.response_.step, bench.response_.time = hand.measured_at;
    }
    const double force = bench.servo_.tick(hand, &bench.response_, hand.measured_at).force.z;
    EXPECT_LT(std::abs(force - before), 0.1) << k;
    before = force;
  }
}

// Led by a hand whose path does not depend on the force, on a device that measures late and sometimes not at all, over
// a surface that is handed over late.
TEST(Servo, random_closed_paths_with_delay_and_jitter_give_back_no_energy) {
  constexpr double kDamping = 0.2;  // N s/m, of the device: little
  Random random(21);
  for (int k = 0; k < 30; ++k) {
    ServoParams params;
    params.touch.friction = k % 3 == 0 ? 0 : 0.3;
    Servo servo(params);
    LocalResponse response[2] = {bumpy_patch(), bumpy_patch()};
    const Mat3 compliance = random_compliance(random);
    const double rate = random.uniform(0.02, 0.3);  // responses per tick
    const ClosedPath path(random, 4000);
    double net = 0, put_in = 0, measured = 0;
    Vec3 force, tool = path.at(0);
    int current = 0;
    for (int tick = 0; tick <= path.ticks() + 50; ++tick) {
      if (tick == 0 || random.uniform() < rate) {
        current = 1 - current;
        response[current].compliance = compliance;
        response[current].step = tick, response[current].time = tick * kT;
        const double lift = 0.0005 * std::sin(0.05 * tick);
        response[current].positions = bumpy_patch().positions;
        for (Vec3& x : response[current].positions) x.z += lift;
      }
      const Vec3 before = tool;
      tool = path.at(std::min(tick, path.ticks()));
      const double work = -dot(force, tool - before);
      // The servo cannot see what happens between a measurement and its arrival: the device's damping covers that.
      net += work + kDamping * squared_norm(tool - before) / kT, put_in += std::max(0.0, work);
      if (random.uniform() < 0.8) measured = std::max(0.0, tick - random.uniform(0, 3));
      HandReading hand;
      hand.is_known = true, hand.position = path.at(std::min<double>(measured, path.ticks()));
      hand.measured_at = measured * kT, hand.age = (tick - measured) * kT;
      force = servo.tick(hand, &response[current], tick * kT).force;
    }
    EXPECT_GT(put_in, 1e-4) << k;
    EXPECT_GE(net, 0) << k << " of " << put_in;
    EXPECT_LT(norm(force), 1e-6);
  }
}

}  // namespace
}  // namespace sinew
