#include "haptics/servo.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

// Of the filter of velocities, s: a single place that is 6 mm off counts as 1 m/s.
constexpr double kSmoothing = 0.005;

}  // namespace

std::string_view name_of(Hazard hazard) {
  constexpr std::string_view kNames[kHazards] = {"none",    "no device", "silent", "not ready",
                                                 "invalid", "fast",      "fault",  "stopped"};
  return kNames[static_cast<int>(hazard)];
}

Servo::Servo(const ServoParams& params, DirectTouch* direct)
    : params_(params), direct_(direct), touch_(params.touch), passivity_(params.limits.most_damping) {}

Touch::Force Servo::touch_at(const HandReading& hand, double now) {
  return direct_ != nullptr ? direct_->tick(hand, now) : touch_.tick(hand.position);
}

bool Servo::is_outside() const { return direct_ != nullptr ? direct_->is_outside() : touch_.is_outside(); }

Servo::Output Servo::tick(const HandReading& hand, const LocalResponse* response, double now, Hazard stop) {
  const bool is_new = take_news(response);
  const Hazard hazard = hazard_of(hand, stop);
  if (hazard != Hazard::kNone) return nothing(hazard);
  passivity_.observe(hand.position, force_);
  const Touch::Force touch = touch_at(hand, now);
  if (is_held_off_ && !is_outside()) {
    force_ = {};
    return {{}, {}, Hazard::kNone, true};
  }
  is_held_off_ = false;
  const double age = direct_ != nullptr ? direct_->age() : response_ != nullptr ? now - made_at_ : 0;
  const double bridge = is_new && direct_ == nullptr
                            ? std::max(ForceTransition::kIntervals * interval_, params_.T)
                        : touch.jumped ? ForceTransition::kJump
                                       : 0;
  const Vec3 continued = transition_.tick(-touch.on_body, age, bridge, params_.T);
  const Vec3 wanted = continued + passivity_.correction(params_.T);
  if (!is_finite(wanted)) return nothing(Hazard::kInvalid);
  force_ = limited(wanted, force_, params_.T, params_.limits);
  return {force_, state_of(touch, hand.position), Hazard::kNone, false};
}

void Servo::fail() { nothing(Hazard::kFault); }

// Returns whether a response replaces another one.
bool Servo::take_news(const LocalResponse* response) {
  if (response == nullptr || (response == response_ && response->step == step_)) return false;
  const bool replaces = response_ != nullptr;
  if (replaces) interval_ = std::max(0.0, response->time - made_at_);
  response_ = response, step_ = response->step, made_at_ = response->time;
  if (!touch_.take(*response)) is_held_off_ = true;
  return replaces;
}

Hazard Servo::hazard_of(const HandReading& hand, Hazard stop) {
  if (stop != Hazard::kNone) return stop;
  if (!hand.is_known) return Hazard::kNoDevice;
  if (!is_finite(hand.position) || !std::isfinite(hand.measured_at)) return Hazard::kInvalid;
  if (!(hand.age <= params_.limits.silence)) return Hazard::kSilent;
  if (!hand.is_ready) return Hazard::kNotReady;
  follow_speed(hand);
  return norm(velocity_) > params_.limits.most_speed ? Hazard::kFast : Hazard::kNone;
}

// Differences of what the device measured, over its own time: packets that arrive together are no jump.
void Servo::follow_speed(const HandReading& hand) {
  if (last_ && hand.measured_at > last_->measured_at) {
    const double dt = hand.measured_at - last_->measured_at;
    velocity_ += (dt / (dt + kSmoothing)) * ((hand.position - last_->position) / dt - velocity_);
  }
  if (!last_ || hand.measured_at != last_->measured_at) last_ = hand;
}

Servo::Output Servo::nothing(Hazard hazard) {
  is_held_off_ = true;
  force_ = {};
  transition_.restart();
  passivity_.interrupt();
  if (hazard != Hazard::kFast) last_.reset(), velocity_ = {};
  return {{}, {}, hazard, true};
}

TouchState Servo::state_of(const Touch::Force& touch, const Vec3& tool) const {
  if (!touch.touches) return {false, 0, {}, tool, {}};
  const std::uint64_t surface = response_ != nullptr ? response_->surface : 0;
  const Index triangle = direct_ != nullptr ? touch.at.triangle : touch_.surface_triangle();
  return {true, surface, {triangle, touch.at.weight}, tool, touch.on_body};
}

}  // namespace sinew
