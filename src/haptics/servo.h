#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "haptics/direct_touch.h"
#include "haptics/force_limits.h"
#include "haptics/force_transition.h"
#include "haptics/passivity.h"

namespace sinew {

// Why a device gets no force.
enum class Hazard : std::uint8_t {
  kNone,
  kNoDevice,  // it has said nothing yet
  kSilent,    // for longer than ForceLimits::silence
  kNotReady,  // it is not calibrated, or its dead-man switch is not held
  kInvalid,   // a position or a force that is not finite
  kFast,      // faster than ForceLimits::most_speed
  kFault,     // an exception
  kStopped,   // by a program, a signal or at exit
};
inline constexpr int kHazards = 8;
// "silent"
std::string_view name_of(Hazard hazard);

struct ServoParams {
  double T = 0.001;  // s between ticks
  TouchParams touch{};
  ForceLimits limits{};
};

// What the servo knows of the hand in a tick.
struct HandReading {
  bool is_known = false;   // the device has said something
  bool is_ready = true;    // calibrated, and a dead-man switch, if there is one, is held
  Vec3 position{};         // of the tool, m, in the world
  double measured_at = 0;  // s, by any clock of the device
  double age = 0;          // s since it arrived
  std::uint32_t buttons = 0;
};

// What the body's step takes from the servo.
struct TouchState {
  bool touches = false;
  std::uint64_t surface = 0;  // which surface the triangle belongs to
  SurfacePoint at{};          // the proxy, on the whole surface
  Vec3 tool{};                // m
  Vec3 on_body{};             // the servo's force on the body before transitions and limits, N
  std::uint32_t buttons = 0;  // of hands that do more than touch (haptics/hand_tool.h)
  bool operator==(const TouchState&) const = default;
};

// A thousand times a second: the force on the hand for the place of its tool, from the newest response of the body.
// A function of its state and input alone: it asks no clock, takes no lock and allocates nothing.
//
//   hazards? --> touch --> transition --> passivity --> limits --> finite? --> force
//       \________________________________________________________________/
//        any: zero at once, and no force until the tool was out of contact
class Servo {
 public:
  struct Output {
    Vec3 force{};  // on the hand, N
    TouchState touch{};
    Hazard hazard = Hazard::kNone;
    bool is_held_off = false;  // waits until the tool is out of contact
  };

  // `direct`: finds the force in place of the responses, where there is one; it must outlive the servo.
  explicit Servo(const ServoParams& params, DirectTouch* direct = nullptr);

  // `response`: the newest one, or null; it must stay as it is until the next tick. `now`: s, by the clock of
  // responses. `stop`: a reason from outside to give no force.
  Output tick(const HandReading& hand, const LocalResponse* response, double now,
              Hazard stop = Hazard::kNone);
  // For a tick that failed: what it had is given up.
  void fail();

  const Passivity& passivity() const { return passivity_; }
  const ServoParams& params() const { return params_; }

 private:
  bool take_news(const LocalResponse* response);
  Hazard hazard_of(const HandReading& hand, Hazard stop);
  void follow_speed(const HandReading& hand);
  Output nothing(Hazard hazard);
  TouchState state_of(const Touch::Force& touch, const Vec3& tool) const;

  Touch::Force touch_at(const HandReading& hand, double now);
  bool is_outside() const;

  ServoParams params_;
  DirectTouch* direct_;
  Touch touch_;
  ForceTransition transition_;
  Passivity passivity_;
  const LocalResponse* response_ = nullptr;
  std::int64_t step_ = -1;   // of the response
  double made_at_ = 0;       // s
  double interval_ = 0;      // s between the last two responses
  bool is_held_off_ = true;  // no force until the tool is out of contact
  std::optional<HandReading> last_{};
  Vec3 velocity_{};  // of the tool, smoothed, m/s
  Vec3 force_{};     // of the tick before
};

}  // namespace sinew
