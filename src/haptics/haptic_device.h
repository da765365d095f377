#pragma once

#include <string>

#include "haptics/servo.h"

namespace sinew {

// A device that a hand holds. Called by the servo's thread only, a thousand times a second: neither function may wait,
// allocate, lock or log. An exception stops the force (Hazard::kFault).
class HapticDevice {
 public:
  virtual ~HapticDevice() = default;

  // What the device is, for people: "script arm.txt".
  virtual std::string name() const = 0;
  // The newest that is known of the hand, in the device's own axes. `now`: s, by the servo's clock.
  virtual HandReading read(double now) = 0;
  // Gives the force (N, own axes) to the hand. Zero, with the hazard, if there is one.
  virtual void send(const Vec3& force, Hazard hazard, double now) = 0;
};

// Where a device stands in the world, and how much larger motions are there.
struct DeviceMapping {
  Vec3 origin{};                 // of the device in the world, m
  Mat3 axes = Mat3::identity();  // a rotation, from the device to the world
  double scale = 1;              // a motion of 1 mm of the hand is one of `scale` mm in the world

  Vec3 to_world(const Vec3& position) const { return origin + scale * (axes * position); }
  Vec3 to_hand(const Vec3& force) const { return transposed(axes) * force; }
};

// Throws Error if a number is invalid or the axes are no rotation.
void require_valid(const DeviceMapping& mapping);

}  // namespace sinew
