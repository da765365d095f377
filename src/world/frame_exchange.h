#pragma once

#include "body/frame.h"
#include "world/latest_value.h"

namespace sinew {

// Hands frames from the simulation's thread to one reader's (a viewer); neither waits for the other
// (world/latest_value.h).
class FrameExchange {
 public:
  // By the simulation: copies the frame, reusing arrays, gives it its checksum and offers it.
  void publish(const Frame& frame);

  // By the reader: the newest frame offered, the one it had where nothing is new, nullptr before the first.
  // It stays as it is until the next call.
  const Frame* newest() { return frames_.newest(); }

 private:
  LatestValue<Frame> frames_;
};

}  // namespace sinew
