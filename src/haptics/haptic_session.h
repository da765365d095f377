#pragma once

#include <functional>
#include <memory>
#include <string>

#include "haptics/felt_body.h"
#include "haptics/hand_tool.h"
#include "haptics/servo_loop.h"
#include "haptics/servo_thread.h"
#include "haptics/touch_log.h"
#include "sinew/world/simulation.h"

namespace sinew {

// The coupling and the largest force of `felt`, and the time between ticks of `thread`, are those of the servo.
struct HapticParams {
  FeltParams felt{};
  HandToolParams tool{};
  ServoParams servo{};
  DeviceMapping mapping{};
  ServoThread::Params thread{};
  std::size_t record_ticks = 0;  // of the tool and the force; 0: none
  std::size_t record_steps = 0;  // of what the simulation took; 0: none
};

// A simulation that is felt: the world on a thread of its own, the servo on another, and a device.
//
//   device <--1 kHz--> ServoThread <--TouchExchange--> SimulationThread --> frames for a viewer
class HapticSession {
 public:
  // Owns the device. Throws Error if a parameter is invalid, or if the world has no body of that name, or one that cannot be
  // pulled or cut, whatever the tool does.
  HapticSession(SimulatedWorld&& simulated, SimulationOptions options, std::unique_ptr<HapticDevice> device,
                const HapticParams& params);
  // No force, then the end of both threads.
  ~HapticSession();
  HapticSession(const HapticSession&) = delete;
  HapticSession& operator=(const HapticSession&) = delete;

  SimulationThread& simulation();
  const ServoStatistics& statistics() const;
  const ServoThread& thread() const;
  const FeltParams& felt() const;
  // For signals.
  ServoLoop& loop();

  // No force any longer, and both threads end; frames can be had no longer. What was recorded can be read then.
  void end();
  const ToolPath& tool_record() const;
  const TouchLog& touch_log() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// For SimulationOptions::after_step: lets the touches of a log act on the body again, instead of a hand. The world that
// begins as it did makes the same steps, bit for bit.
std::function<void(World&)> replay_of(TouchLog log, const FeltParams& params,
                                      const HandToolParams& tool = {});

}  // namespace sinew
