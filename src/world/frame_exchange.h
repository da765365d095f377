#pragma once

#include "body/frame.h"
#include "world/latest_value.h"

namespace sinew {

// Passes frames from the simulation's thread to that of one reader (a viewer). Neither waits for the other
// (world/latest_value.h).
class FrameExchange {
 public:
  // Called by the simulation: copies the frame (arrays are reused), sets its checksum and offers it.
  void publish(const Frame& frame);

  // Called by the reader: the newest frame offered; the same as last time if there is no newer one; nullptr
  // before the first. It does not change until the next call.
  const Frame* newest() { return frames_.newest(); }

 private:
  LatestValue<Frame> frames_;
};

}  // namespace sinew
