#include "haptics/packet_session.h"

namespace sinew {

bool PacketSession::take(std::span<const std::byte> bytes, PeerId peer, double now) {
  DevicePacket packet;
  const PacketFault fault = decode(bytes, packet);
  if (fault != PacketFault::kNone) {
    ++counts_.faults[static_cast<std::size_t>(fault)];
    return false;
  }
  const bool is_free = !has_peer() || now - arrived_at_ > kPeerTimeout;
  if (!is_free && peer != peer_) {
    ++counts_.of_others;
    return false;
  }
  // Sequences wrap around: the newer one is less than half of all ahead.
  if (!is_free && static_cast<std::int32_t>(packet.sequence - newest_.sequence) <= 0) {
    ++counts_.older;
    return false;
  }
  peer_ = peer, newest_ = packet, arrived_at_ = now;
  ++counts_.taken;
  return true;
}

}  // namespace sinew
