#pragma once

#include "haptics/touch.h"

namespace sinew {

// A touch that a servo solves by itself, without the world's responses: of a body that is known well enough before.
class DirectTouch {
 public:
  virtual ~DirectTouch() = default;

  // The next tick, m. It may not wait, allocate, lock or log; an exception stops the force.
  virtual Touch::Force tick(const Vec3& tool) = 0;
  // Whether the tool was seen outside of the body in the last tick.
  virtual bool is_outside() const = 0;
};

}  // namespace sinew
