#include "world/frame_exchange.h"

#include <utility>

namespace sinew {

void FrameExchange::publish(std::shared_ptr<const Frame> frame) {
  frames_.writers() = std::move(frame);
  frames_.offer();
  frames_.writers() = nullptr;
}

std::shared_ptr<const Frame> FrameExchange::newest() {
  const std::shared_ptr<const Frame>* frame = frames_.newest();
  return frame == nullptr ? nullptr : *frame;
}

}  // namespace sinew
