#pragma once

#include "sinew/base/geometry.h"

namespace sinew {

// Keeps a haptic display from giving energy to the hand (time-domain passivity, Hannaford and Ryu, 2002). The
// observer adds up what the hand has put in: a force is held from one tick to the next, while the tool moves from x to
// x', so that
//
//   E' = E - f . (x' - x)        with f the force on the hand.
//
// If E falls below a small reserve, the controller damps the next tick by -b v, with b as large as needed to bring E
// back if the speed stays, but no larger than the device bears. Its force changes slowly enough not to be felt as a
// jump.
class Passivity {
 public:
  static constexpr double kReserve = 1e-5;  // J, at most a hundredth of what the hand has put in
  static constexpr double kRise = 50;       // N/s

  explicit Passivity(double most_damping) : most_damping_(most_damping) {}

  // Where the tool is now, after it felt `force` since the last call.
  void observe(const Vec3& tool, const Vec3& force);
  // The force (N) of the controller for the next T seconds.
  Vec3 correction(double T);
  // Forgets how the tool moved, as after a gap in its path.
  void interrupt() {
    knows_tool_ = false;
    correction_ = {};
  }

  double energy() const { return put_in_ - given_back_; }  // J
  double put_in() const { return put_in_; }                // J, of ticks in which the hand did work
  double given_back() const { return given_back_; }        // J, of those in which work was done on it

 private:
  double most_damping_;
  bool knows_tool_ = false;
  Vec3 tool_{}, moved_{}, correction_{};
  double put_in_ = 0, given_back_ = 0;
};

}  // namespace sinew
