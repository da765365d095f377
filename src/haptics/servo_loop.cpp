#include "haptics/servo_loop.h"

namespace sinew {

namespace {

template <typename T>
void add(std::atomic<T>& to, T value) {
  to.store(to.load(std::memory_order_relaxed) + value, std::memory_order_relaxed);
}

}  // namespace

ServoLoop::ServoLoop(HapticDevice& device, TouchExchange& exchange, const ServoParams& params,
                     const DeviceMapping& mapping, std::size_t record_ticks, DirectTouch* direct)
    : device_(device), exchange_(exchange), mapping_(mapping), servo_(params, direct) {
  require_valid(mapping);
  require_valid(params.touch.relief);
  record_.rows.reserve(record_ticks);
}

void ServoLoop::tick(double now) noexcept {
  try {
    make_tick(now);
  } catch (...) {
    servo_.fail();
    tell_world({});
    add(statistics_.hazards[static_cast<std::size_t>(Hazard::kFault)], std::int64_t{1});
    try {
      device_.send({}, Hazard::kFault, now);
    } catch (...) {
      // A device that cannot even be told finds out by silence.
    }
  }
}

void ServoLoop::end(double now) noexcept {
  stop();
  tick(now);
}

void ServoLoop::make_tick(double now) {
  HandReading hand = device_.read(now);
  hand.position = mapping_.to_world(hand.position);
  const LocalResponse* response = exchange_.responses.newest();
  const Servo::Output output =
      servo_.tick(hand, response, now, is_stopped() ? Hazard::kStopped : Hazard::kNone);
  device_.send(mapping_.to_hand(output.force), output.hazard, now);
  if (hand.is_known && is_finite(hand.position)) tool_ = hand.position;
  tell_world(output.touch);
  if (hand.is_known) statistics_.latency.add(1e6 * hand.age);
  if (response != nullptr) statistics_.age.add(1e6 * (now - response->time));
  keep(hand, output, now);
}

void ServoLoop::tell_world(const TouchState& touch) {
  TouchState& told = exchange_.touches.writers();
  told = touch;
  told.tool = tool_;
  exchange_.touches.offer();
}

void ServoLoop::keep(const HandReading& hand, const Servo::Output& output, double now) {
  add(statistics_.hazards[static_cast<std::size_t>(output.hazard)], std::int64_t{1});
  if (output.touch.touches) add(statistics_.touching, std::int64_t{1});
  statistics_.put_in.store(servo_.passivity().put_in(), std::memory_order_relaxed);
  statistics_.given_back.store(servo_.passivity().given_back(), std::memory_order_relaxed);
  if (const double f = norm(output.force); f > statistics_.most_force.load(std::memory_order_relaxed))
    statistics_.most_force.store(f, std::memory_order_relaxed);
  if (record_.rows.size() < record_.rows.capacity())
    record_.rows.push_back({now, hand.position, output.force, !hand.is_known, hand.buttons});
}

}  // namespace sinew
