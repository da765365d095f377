#include "haptics/simulated_arm.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

std::array<float, 3> to_floats(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace

void SimulatedArm::take(std::span<const std::byte> bytes, double now) {
  ForcePacket packet;
  if (decode(bytes, packet) != PacketFault::kNone) return;
  if (heard_ != 0 && static_cast<std::int32_t>(packet.sequence - heard_) <= 0) return;
  heard_ = packet.sequence, heard_at_ = now;
  const bool is_valid =
      (packet.flags & ForcePacket::kIsValid) != 0 && (packet.flags & ForcePacket::kZeroNow) == 0;
  force_ =
      is_valid ? Vec3{double(packet.force[0]), double(packet.force[1]), double(packet.force[2])} : Vec3{};
}

// Exact for the damper, by parts that are short against the period of the hand's spring.
void SimulatedArm::move(const Vec3& goal, double T, double now) {
  if (now - heard_at_ > params_.watchdog) force_ = {};
  constexpr int kParts = 8;
  const double h = T / kParts, b = params_.damping + params_.hand_damping,
               decay = std::exp(-b / params_.mass * h);
  for (int part = 0; part < kParts; ++part) {
    const Vec3 end = (force_ + params_.hand * (goal - position_)) / b;  // the velocity that it would reach
    const Vec3 next = end + decay * (velocity_ - end);
    const Vec3 moved = h * end + (params_.mass / b) * (1 - decay) * (velocity_ - end);
    work_ += dot(force_, moved);
    position_ += moved, velocity_ = next;
  }
}

std::array<std::byte, kDevicePacketSize> SimulatedArm::packet(double now) {
  DevicePacket packet;
  packet.sequence = ++said_;
  packet.flags = DevicePacket::kCalibrated | DevicePacket::kHeld | DevicePacket::kHasVelocity;
  packet.time = static_cast<std::uint64_t>(std::max(0.0, 1e9 * now));
  packet.position = to_floats(position_), packet.velocity = to_floats(velocity_);
  return encoded(packet);
}

}  // namespace sinew
