#include "haptics/servo_loop.h"

#include <gtest/gtest.h>

#include <csignal>
#include <stdexcept>

#include "haptics/felt_loop.h"
#include "haptics/haptic_session.h"
#include "haptics/patches.h"
#include "haptics/scripted_device.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

constexpr double kT = 0.001;

// A device that does what a test says.
class ToldDevice final : public HapticDevice {
 public:
  std::string name() const override { return "told"; }
  HandReading read(double now) override {
    if (throws_in_read) throw std::runtime_error("unplugged");
    return {true, true, place, now, 0};
  }
  void send(const Vec3& force, Hazard hazard, double) override {
    got = force, why = hazard;
    ++sent;
    if (throws_in_send) throw std::runtime_error("unplugged");
    ticks.fetch_add(1);
    ticks.notify_all();
  }

  Vec3 place{0, 0, 0.005}, got{};
  Hazard why = Hazard::kNone;
  int sent = 0;
  bool throws_in_read = false, throws_in_send = false;
  std::atomic<int> ticks{0};
};

class Loop {
 public:
  explicit Loop(const DeviceMapping& mapping = {}) : loop_(device_, exchange_, {}, mapping, 1000) {}
  void tick() {
    now_ += kT;
    LocalResponse& response = exchange_.responses.writers();
    response = flat_patch();
    response.step = ++step_, response.time = now_;
    exchange_.responses.offer();
    loop_.tick(now_);
  }
  void press() {
    for (int k = 0; k <= 100; ++k) {
      device_.place.z = 0.005 - 0.007 * k / 100;
      tick();
    }
    for (int k = 0; k < 30; ++k) tick();
  }

  ToldDevice device_;
  TouchExchange exchange_;
  ServoLoop loop_;
  double now_ = 0;
  std::int64_t step_ = 0;
};

TEST(ServoLoop, the_device_gets_the_force_and_the_world_the_touch) {
  Loop loop;
  loop.press();
  EXPECT_GT(loop.device_.got.z, 1);
  const TouchState* touch = loop.exchange_.touches.newest();
  ASSERT_NE(touch, nullptr);
  EXPECT_TRUE(touch->touches);
  EXPECT_EQ(touch->tool, loop.device_.place);
  EXPECT_EQ(loop.loop_.record().rows.size(), 131u);
  EXPECT_EQ(loop.loop_.record().rows.back().force, loop.device_.got);
}

TEST(ServoLoop, an_exception_of_the_device_stops_the_force_at_once_until_the_tool_was_outside) {
  for (bool ToldDevice::*where : {&ToldDevice::throws_in_read, &ToldDevice::throws_in_send}) {
    Loop loop;
    loop.press();
    loop.device_.*where = true;
    loop.tick();
    loop.device_.*where = false;
    EXPECT_EQ(loop.device_.got, Vec3{});
    EXPECT_EQ(loop.device_.why, Hazard::kFault);
    EXPECT_FALSE(loop.exchange_.touches.newest()->touches);
    for (int k = 0; k < 50; ++k) {
      loop.tick();
      EXPECT_EQ(loop.device_.got, Vec3{});
    }
    for (int k = 0; k < 60; ++k) {
      loop.device_.place.z += 0.0001;
      loop.tick();
    }
    loop.press();
    EXPECT_GT(loop.device_.got.z, 1);
    EXPECT_EQ(loop.loop_.statistics().hazards[static_cast<int>(Hazard::kFault)].load(), 1);
  }
}

TEST(ServoLoop, stop_and_end_leave_a_device_without_force) {
  Loop loop;
  loop.press();
  loop.loop_.stop();
  loop.tick();
  EXPECT_EQ(loop.device_.got, Vec3{});
  EXPECT_EQ(loop.device_.why, Hazard::kStopped);
  Loop other;
  other.press();
  other.loop_.end(1);
  EXPECT_EQ(other.device_.got, Vec3{});
}

TEST(ServoLoop, a_scripted_device_that_falls_silent_gets_no_force_after_twenty_milliseconds) {
  ScriptedDevice device(parse_tool_path("sinew-tool-path 1\n0 0 0 0.005\n0.1 0 0 -0.002\n0.3 silent\n", ""));
  TouchExchange exchange;
  ServoLoop loop(device, exchange, {});
  for (int tick = 0; tick < 400; ++tick) {
    LocalResponse& response = exchange.responses.writers();
    response = flat_patch();
    response.step = tick, response.time = tick * kT;
    exchange.responses.offer();
    loop.tick(tick * kT);
    if (tick > 200 && tick < 319) {
      EXPECT_GT(device.force().z, 1) << tick;
    }
    if (tick > 321) {
      EXPECT_EQ(device.force(), Vec3{}) << tick;
    }
  }
}

TEST(ServoLoop, a_device_stands_and_is_scaled_as_its_mapping_says) {
  // The device's x axis is the world's z, and motions are twice as large.
  DeviceMapping mapping;
  mapping.axes = {{Vec3{0, 0, 1}, Vec3{1, 0, 0}, Vec3{0, 1, 0}}};
  mapping.scale = 2;
  Loop loop(mapping);
  for (int k = 0; k <= 200; ++k) {
    loop.device_.place = {0.003 - 0.004 * std::min(k, 100) / 100, 0, 0};
    loop.tick();
  }
  EXPECT_GT(loop.device_.got.x, 1);
  EXPECT_NEAR(loop.device_.got.z, 0, 1e-9);
  EXPECT_NEAR(loop.exchange_.touches.newest()->tool.z, -0.002, 1e-12);
}

TEST(ServoLoop, a_mapping_that_is_no_rotation_is_refused) {
  DeviceMapping mirrored;
  mirrored.axes.column[0] = {-1, 0, 0};
  EXPECT_THROW(require_valid(mirrored), Error);
  EXPECT_THROW(require_valid(DeviceMapping{.scale = 0}), Error);
  EXPECT_NO_THROW(require_valid(DeviceMapping{}));
}

// Waits until the device got that many forces.
void wait_for(const ToldDevice& device, int ticks) {
  for (int seen = device.ticks.load(); seen < ticks; seen = device.ticks.load()) device.ticks.wait(seen);
}

TEST(ServoThread, it_ticks_until_it_ends_and_leaves_no_force) {
  ToldDevice device;
  TouchExchange exchange;
  ServoLoop loop(device, exchange, {});
  {
    const ServoThread thread(loop, {});
    wait_for(device, 50);
    EXPECT_GE(loop.statistics().done.load() + 1, 49);
  }
  EXPECT_EQ(device.why, Hazard::kStopped);
  EXPECT_EQ(device.got, Vec3{});
  const ServoStatistics& statistics = loop.statistics();
  EXPECT_LE(statistics.done.load(), statistics.due.load());
  EXPECT_EQ(statistics.late.count(), statistics.done.load());
  const std::string json = statistics.json().dump();
  EXPECT_NE(json.find("\"ticks_done\""), std::string::npos);
  EXPECT_NE(json.find("\"p999_us\""), std::string::npos);
}

void die_of(int signal) {
  ToldDevice device;
  TouchExchange exchange;
  ServoLoop loop(device, exchange, {});
  const StopOnSignal stop(loop);
  raise(signal);
}

TEST(StopOnSignal, a_signal_stops_the_force_and_ends_the_process_as_before) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  for (const int signal : {SIGTERM, SIGINT, SIGABRT})
    EXPECT_EXIT(die_of(signal), testing::KilledBySignal(signal), "");
}

TEST(StopOnSignal, a_handler_that_was_there_before_is_called_after_the_force_was_stopped) {
  static ServoLoop* watched = nullptr;
  static bool was_stopped = false;
  ToldDevice device;
  TouchExchange exchange;
  ServoLoop loop(device, exchange, {});
  watched = &loop;
  std::signal(SIGTERM, [](int) { was_stopped = watched->is_stopped(); });
  {
    const StopOnSignal stop(loop);
    raise(SIGTERM);
  }
  EXPECT_TRUE(was_stopped);
  std::signal(SIGTERM, SIG_DFL);
  loop.tick(0);
  EXPECT_EQ(device.why, Hazard::kStopped);
}

TEST(HapticSession, what_a_session_did_to_its_body_can_be_replayed_with_the_same_bits) {
  ToolPath path = parse_tool_path(
      "sinew-tool-path 1\n0 0.013 0.002 0.004\n0.2 0.013 0.002 0.004\n0.4 0.013 0.002 -0.002\n0.6 0.02 0.002 "
      "-0.002\n",
      "");
  HapticParams params;
  params.felt.body = "body";
  params.record_steps = 100000, params.record_ticks = 2000;
  SimulationOptions options;
  options.playing = true, options.real_time = true, options.steps = 60;
  TouchLog log;
  FeltParams felt;
  std::uint64_t bits = 0;
  {
    HapticSession session({test::world_of(test::felt_tet()), 0.01}, options,
                          std::make_unique<ScriptedDevice>(path), params);
    SimulationStatus status = session.simulation().status();
    while (!status.finished && !status.failed) status = session.simulation().status();
    ASSERT_FALSE(status.failed) << status.trouble;
    bits = frame_checksum(*session.simulation().newest());
    session.end();
    log = session.touch_log(), felt = session.felt();
    EXPECT_GT(session.tool_record().rows.size(), 10u);
  }
  ASSERT_EQ(log.rows.size(), 60u);
  EXPECT_TRUE(std::ranges::any_of(log.rows, [](const TouchLog::Row& row) { return row.touch.touches; }));
  World again = test::world_of(test::felt_tet());
  const auto replay = replay_of(parse_touch_log(to_text(log), ""), felt);
  for (int step = 0; step < 60; ++step) {
    again.step(0.01);
    replay(again);
  }
  EXPECT_EQ(frame_checksum(again.frame()), bits);
}

TEST(HapticSession, a_body_that_is_missing_is_refused) {
  HapticParams params;
  params.felt.body = "bodi";
  EXPECT_THROW(
      HapticSession({test::world_of(test::felt_tet()), 0.01}, {}, std::make_unique<ToldDevice>(), params),
      Error);
}

}  // namespace
}  // namespace sinew
