#pragma once

#include "sinew/base/geometry.h"

namespace sinew {

// What a device may get.
struct ForceLimits {
  double most = 5;           // N
  double rise = 500;         // N/s: a force grows, or turns, no faster; it falls at once
  double most_damping = 30;  // N s/m, of the passivity controller
  double most_speed = 1;     // m/s: a faster tool gets no force
  double silence = 0.02;     // s without a word of the device until it gets no force
};

// The force that a device that got `before` may get after T seconds, if `wanted` is what it should get. It has the
// length `most` at most and is no farther than rise T from a part of the force before.
Vec3 limited(const Vec3& wanted, const Vec3& before, double T, const ForceLimits& limits);

// The stiffest virtual coupling, N/m, for a device whose own damping is b (N s/m) that is sampled every T seconds and
// feels a force `delay` seconds late: Colgate's condition b > K (T / 2 + delay).
double stiffest_coupling(double b, double T, double delay);

}  // namespace sinew
