#include "scene/frame_exchange.h"

namespace sinew {

void FrameExchange::publish(const Frame& frame) {
  frames_[writers_] = frame;
  writers_ = middle_.exchange(writers_ | kNews, std::memory_order_acq_rel) & ~kNews;
}

const Frame* FrameExchange::newest() {
  if ((middle_.load(std::memory_order_relaxed) & kNews) != 0) {
    readers_ = middle_.exchange(readers_, std::memory_order_acq_rel) & ~kNews;
    any_taken_ = true;
  }
  return any_taken_ ? &frames_[readers_] : nullptr;
}

}  // namespace sinew
