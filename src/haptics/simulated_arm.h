#pragma once

#include "haptics/packets.h"

namespace sinew {

// An arm and the hand that holds it, for tests and demonstrations: a mass with a damper, and a spring by which the hand
// pulls it to where it wants to be. It speaks the protocol, as a bridge program does.
struct ArmParams {
  double mass = 0.1;        // kg
  double damping = 2;       // N s/m, of the arm
  double hand = 200;        // N/m
  double hand_damping = 4;  // N s/m
  double watchdog = 0.02;   // s without a valid packet until the arm has no force
};

class SimulatedArm {
 public:
  explicit SimulatedArm(const Vec3& at, const ArmParams& params = {}) : params_(params), position_(at) {}

  // Takes an answer; bad and old ones are dropped.
  void take(std::span<const std::byte> bytes, double now);
  // Moves for T seconds, under a force that does not change; the hand wants to be at `goal`.
  void move(const Vec3& goal, double T, double now);
  // What it says now.
  std::array<std::byte, kDevicePacketSize> packet(double now);

  const Vec3& position() const { return position_; }
  const Vec3& velocity() const { return velocity_; }
  const Vec3& force() const { return force_; }  // that it exerts on the hand, N
  double work() const { return work_; }         // of that force on the arm, J

 private:
  ArmParams params_;
  Vec3 position_, velocity_{}, force_{};
  std::uint32_t said_ = 0, heard_ = 0;
  double heard_at_ = 0, work_ = 0;
};

}  // namespace sinew
