#include "haptics/packet_session.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

std::array<std::byte, kDevicePacketSize> numbered(std::uint32_t sequence) {
  DevicePacket packet;
  packet.sequence = sequence;
  return encoded(packet);
}

TEST(PacketSession, the_newest_packet_wins_and_older_ones_are_dropped) {
  PacketSession session;
  EXPECT_FALSE(session.has_peer());
  EXPECT_TRUE(session.take(numbered(5), 1, 0));
  EXPECT_TRUE(session.take(numbered(8), 1, 0.001));
  EXPECT_FALSE(session.take(numbered(7), 1, 0.002));
  EXPECT_FALSE(session.take(numbered(8), 1, 0.002));
  EXPECT_EQ(session.newest().sequence, 8u);
  EXPECT_EQ(session.counts().taken, 2);
  EXPECT_EQ(session.counts().older, 2);
  EXPECT_EQ(session.arrived_at(), 0.001);
}

TEST(PacketSession, sequences_wrap_around) {
  PacketSession session;
  EXPECT_TRUE(session.take(numbered(0xffffffffU), 1, 0));
  EXPECT_TRUE(session.take(numbered(0), 1, 0));
  EXPECT_TRUE(session.take(numbered(1), 1, 0));
  EXPECT_FALSE(session.take(numbered(0xffffffffU), 1, 0));
}

TEST(PacketSession, one_peer_at_a_time_is_heard) {
  PacketSession session;
  EXPECT_TRUE(session.take(numbered(100), 1, 0));
  EXPECT_FALSE(session.take(numbered(200), 2, 0.9));
  EXPECT_EQ(session.counts().of_others, 1);
  EXPECT_TRUE(session.take(numbered(101), 1, 0.95));
  // After a second of silence another may come, or the same one with new numbers.
  EXPECT_TRUE(session.take(numbered(1), 2, 2));
  EXPECT_EQ(session.peer(), 2u);
  EXPECT_FALSE(session.take(numbered(300), 1, 2.1));
  EXPECT_TRUE(session.take(numbered(1), 2, 3.2));
}

TEST(PacketSession, bad_packets_are_counted_and_change_nothing) {
  PacketSession session;
  session.take(numbered(1), 1, 0);
  auto bad = numbered(2);
  bad[40] ^= std::byte{1};
  EXPECT_FALSE(session.take(bad, 1, 0.5));
  EXPECT_FALSE(session.take(std::span(bad).first(10), 1, 0.5));
  EXPECT_EQ(session.counts().faults[static_cast<int>(PacketFault::kChecksum)], 1);
  EXPECT_EQ(session.counts().faults[static_cast<int>(PacketFault::kSize)], 1);
  EXPECT_EQ(session.newest().sequence, 1u);
  EXPECT_EQ(session.arrived_at(), 0);
}

}  // namespace
}  // namespace sinew
