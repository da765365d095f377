#pragma once

#include <memory>

#include "sinew/body/frame.h"
#include "world/latest_value.h"

namespace sinew {

// Hands frames from the simulation's thread to one reader's (a viewer); neither waits for the other
// (world/latest_value.h). What is handed over are pointers: a frame that was published is not changed while
// somebody holds it (world/frame_pool.h), so that a reader never sees half of one.
class FrameExchange {
 public:
  // By the simulation: offers the frame, and lets go of the one that the reader did not take in time.
  void publish(std::shared_ptr<const Frame> frame);

  // For the reader: the newest frame offered, the same one as before if nothing is new, nullptr before the
  // first.
  std::shared_ptr<const Frame> newest();

 private:
  LatestValue<std::shared_ptr<const Frame>> frames_;
};

}  // namespace sinew
