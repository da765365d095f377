#pragma once

#include <string>

#include "haptics/felt_surface.h"
#include "haptics/force_limits.h"
#include "haptics/servo.h"
#include "sinew/world/world.h"

namespace sinew {

// What is felt, and how a touch acts on it.
struct FeltParams {
  std::string body;        // its name
  double patch = 0.005;    // m: a touch is spread over this radius
  double reach = 0.03;     // m: the servo gets the surface within this distance
  double coupling = 2000;  // N/m, as TouchParams has it
  double most_force = 5;   // N, as ForceLimits has it
};

// A body that a hand feels: the part of the haptic loop that runs between the steps of a world.
//
//   servo, 1 kHz                                             world, 30 to 300 steps a second
//   Touch: f = (C + I / k)^-1 (tool - s)   <--LocalResponse--   FeltBody::after_step
//                                          ---TouchState---->      a Pull on the patch around s: the next step finds the
//                                                                  force of the coupling k and the body itself
//
// A pull is a spring within the implicit step: stable at any stiffness. It gives way by C / 4 more than was asked for
// (stepping/pull_forces.cpp); the target is set that much farther, by the force of the step before, so that at rest the
// force is k (tool - s), as in the servo.
class FeltBody {
 public:
  // Throws Error if a number is invalid.
  explicit FeltBody(FeltParams params);

  // To be called after each step: lets the touch act on the next one, and writes how the body answers. `now`: s, by the
  // servo's clock. Throws Error, with suggestions, if the world has no such body, or if it cannot be pulled.
  void after_step(World& world, const TouchState& touch, double now, LocalResponse& response);
  // Lets go of the body.
  void release(World& world);

 private:
  bool is_sheet(Body& body, const BodyFrame& frame) const;

  FeltParams params_;
  FeltSurface surface_;
  bool pulls_ = false;
};

}  // namespace sinew
