#pragma once

#include <atomic>
#include <optional>

#include "haptics/haptic_device.h"
#include "haptics/servo_statistics.h"
#include "haptics/tool_path.h"
#include "world/latest_value.h"

namespace sinew {

// What the world's thread and the servo's thread say to each other: neither waits (world/latest_value.h).
struct TouchExchange {
  LatestValue<LocalResponse> responses;  // the world writes
  LatestValue<TouchState> touches;       // the servo writes
};

// One tick after the other, without a thread or a clock: device -> servo -> device, what the world is told, statistics,
// and a record. Whatever happens in a tick, the device gets a force, if only zero.
class ServoLoop {
 public:
  // Refers to the device and to the exchange. Keeps a record of this many ticks (0: none), after which it ends.
  // Throws Error if the mapping or the relief is invalid.
  // `direct`: as Servo has it.
  ServoLoop(HapticDevice& device, TouchExchange& exchange, const ServoParams& params,
            const DeviceMapping& mapping = {}, std::size_t record_ticks = 0, DirectTouch* direct = nullptr);

  // By the servo's thread; now: s.
  void tick(double now) noexcept;
  // The last thing that the device gets: no force.
  void end(double now) noexcept;
  // From any thread, or from a handler of a signal: no force from the next tick on. There is no way back.
  void stop() noexcept { is_stopped_.store(true, std::memory_order_relaxed); }
  bool is_stopped() const { return is_stopped_.load(std::memory_order_relaxed); }

  ServoStatistics& statistics() { return statistics_; }
  const ServoStatistics& statistics() const { return statistics_; }
  // The tool in the world and the force on the hand, of every tick so far. To be read when no tick runs.
  const ToolPath& record() const { return record_; }

 private:
  void make_tick(double now);
  void tell_world(const TouchState& touch);
  void keep(const HandReading& hand, const Servo::Output& output, double now);

  HapticDevice& device_;
  TouchExchange& exchange_;
  DeviceMapping mapping_;
  Servo servo_;
  ServoStatistics statistics_;
  ToolPath record_;
  Vec3 tool_{};  // where it was when that was known last, m
  std::atomic<bool> is_stopped_{false};
};

}  // namespace sinew
