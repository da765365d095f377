#include "world/frame_exchange.h"

namespace sinew {

void FrameExchange::publish(const Frame& frame) {
  Frame& own = frames_.writers();
  own = frame;
  own.checksum = frame_checksum(frame);
  frames_.offer();
}

}  // namespace sinew
