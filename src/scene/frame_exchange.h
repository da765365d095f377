#pragma once

#include <array>
#include <atomic>

#include "body/frame.h"

namespace sinew {

// Hands frames from the simulation's thread to one reader's (a viewer). Neither ever waits for the other: a
// frame that the reader did not take in time is overwritten by a newer one.
//
//   writer owns one buffer --publish--> swaps it with the middle one <--newest-- reader owns one buffer
//
// The middle buffer's number and whether it holds news are one atomic, so that a swap is one exchange.
class FrameExchange {
 public:
  // By the simulation: copies the frame, reusing arrays, and offers it.
  void publish(const Frame& frame);

  // By the reader: the newest frame offered, the one it had where nothing is new, nullptr before the first.
  // It stays as it is until the next call.
  const Frame* newest();

 private:
  static constexpr unsigned kNews = 4;  // beside the buffer's number, 0 to 2

  std::array<Frame, 3> frames_;
  std::atomic<unsigned> middle_{1};
  unsigned writers_ = 0, readers_ = 2;
  bool any_taken_ = false;
};

}  // namespace sinew
