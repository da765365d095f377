#pragma once

#include "haptics/touch.h"

namespace sinew {

struct HandReading;  // haptics/servo.h

// A touch that a servo solves without the world's LocalResponse: because the body is known well enough before, or because
// the hand does something else than touching.
class DirectTouch {
 public:
  virtual ~DirectTouch() = default;

  // The next tick. It may not wait, allocate, lock or log; an exception stops the force. `now`: s, by the servo's clock.
  virtual Touch::Force tick(const HandReading& hand, double now) = 0;
  // Whether the tool was seen outside of the body in the last tick.
  virtual bool is_outside() const = 0;
  // How old what it knows of the body was in the last tick, s: the force fades with it (ForceTransition). Default: it
  // does not age.
  virtual double age() const { return 0; }
};

}  // namespace sinew
