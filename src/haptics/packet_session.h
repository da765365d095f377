#pragma once

#include <array>
#include <cstdint>

#include "haptics/packets.h"

namespace sinew {

// Who sent a packet: an address and a port, as one number.
using PeerId = std::uint64_t;

// The rules of the protocol, without a network: the newest packet wins, older ones are dropped, bad ones are counted and
// dropped, and one peer at a time is heard. Another may take its place after a second of silence.
class PacketSession {
 public:
  static constexpr double kPeerTimeout = 1;  // s

  // What happened to packets.
  struct Counts {
    std::int64_t taken = 0, older = 0, of_others = 0;
    std::array<std::int64_t, kPacketFaults> faults{};
  };

  // A packet arrived. Returns whether it was taken.
  bool take(std::span<const std::byte> bytes, PeerId peer, double now);

  bool has_peer() const { return peer_ != 0; }
  PeerId peer() const { return peer_; }
  const DevicePacket& newest() const { return newest_; }
  double arrived_at() const { return arrived_at_; }  // s, the newest
  const Counts& counts() const { return counts_; }

 private:
  PeerId peer_ = 0;  // 0: none yet
  DevicePacket newest_;
  double arrived_at_ = 0;
  Counts counts_;
};

}  // namespace sinew
