#include "haptics/packets.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>

#include "base/random.h"

namespace sinew {
namespace {

DevicePacket some_packet() {
  DevicePacket p;
  p.sequence = 0x01020304, p.flags = DevicePacket::kCalibrated | DevicePacket::kHeld;
  p.time = 0x1122334455667788ULL;
  p.position = {0.1F, -0.2F, 0.3F}, p.quaternion = {0.5F, 0.5F, -0.5F, 0.5F};
  p.velocity = {1, 2, 3}, p.angular_velocity = {4, 5, 6};
  p.buttons = 5, p.most_force = 3.3F;
  return p;
}

ForcePacket some_force() {
  ForcePacket p;
  p.sequence = 9, p.flags = ForcePacket::kIsValid, p.time = 77, p.answers = 8;
  p.force = {1, -2, 3}, p.torque = {0.1F, 0.2F, 0.3F};
  for (std::size_t k = 0; k < 9; ++k) p.stiffness[k] = static_cast<float>(k);
  p.anchor = {7, 8, 9};
  return p;
}

template <typename Bytes>
void sum_again(Bytes& bytes) {
  const std::uint32_t sum = crc32_of(std::span<const std::byte>(bytes).first(bytes.size() - 4));
  for (int k = 0; k < 4; ++k) bytes[bytes.size() - 4 + k] = static_cast<std::byte>(sum >> (8 * k) & 0xffU);
}

TEST(Packets, the_checksum_is_that_of_ethernet) {
  const std::string digits = "123456789";
  EXPECT_EQ(crc32_of(std::as_bytes(std::span(digits))), 0xcbf43926U);
}

TEST(Packets, what_was_encoded_is_decoded) {
  DevicePacket device;
  ForcePacket force;
  EXPECT_EQ(decode(encoded(some_packet()), device), PacketFault::kNone);
  EXPECT_EQ(decode(encoded(some_force()), force), PacketFault::kNone);
  EXPECT_EQ(device, some_packet());
  EXPECT_EQ(force, some_force());
}

TEST(Packets, numbers_are_where_the_format_says_in_little_endian_order) {
  const auto bytes = encoded(some_packet());
  const auto byte = [&](std::size_t k) { return std::to_integer<int>(bytes[k]); };
  EXPECT_EQ(std::memcmp(bytes.data(), "SNWH", 4), 0);
  EXPECT_EQ(byte(4), 1);
  EXPECT_EQ(byte(6), 1);
  EXPECT_EQ(byte(8), 4);
  EXPECT_EQ(byte(11), 1);
  EXPECT_EQ(byte(16), 0x88);
  EXPECT_EQ(byte(23), 0x11);
  float x = 0;
  std::memcpy(&x, bytes.data() + 24, 4);
  EXPECT_EQ(x, 0.1F);
  EXPECT_EQ(byte(76), 5);
  const auto force = encoded(some_force());
  EXPECT_EQ(std::to_integer<int>(force[6]), 2);
  EXPECT_EQ(std::to_integer<int>(force[24]), 8);
  std::memcpy(&x, force.data() + 96, 4);
  EXPECT_EQ(x, 9.0F);
}

template <typename Packet>
void expect_every_changed_bit_is_found(const Packet& packet) {
  const auto good = encoded(packet);
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    auto bytes = good;
    bytes[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
    Packet read{};
    EXPECT_NE(decode(bytes, read), PacketFault::kNone) << bit;
    EXPECT_EQ(read, Packet{}) << bit;
  }
}

TEST(Packets, every_changed_bit_is_found) {
  expect_every_changed_bit_is_found(some_packet());
  expect_every_changed_bit_is_found(some_force());
}

TEST(Packets, every_other_length_is_refused) {
  std::array<std::byte, 200> bytes{};
  const auto good = encoded(some_packet());
  std::ranges::copy(good, bytes.begin());
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    DevicePacket device;
    ForcePacket force;
    const PacketFault fault = decode(std::span(bytes).first(size), device);
    EXPECT_EQ(fault, size == kDevicePacketSize ? PacketFault::kNone : PacketFault::kSize);
    EXPECT_NE(decode(std::span(bytes).first(size), force), PacketFault::kNone);
  }
}

TEST(Packets, each_fault_has_its_name) {
  const auto with = [](std::size_t at, int value) {
    auto bytes = encoded(some_packet());
    bytes[at] = static_cast<std::byte>(value);
    sum_again(bytes);
    DevicePacket packet;
    return decode(bytes, packet);
  };
  EXPECT_EQ(with(0, 'X'), PacketFault::kMagic);
  EXPECT_EQ(with(4, 2), PacketFault::kVersion);
  EXPECT_EQ(with(6, 2), PacketFault::kKind);
  EXPECT_EQ(with(88, 1), PacketFault::kReserved);
  EXPECT_EQ(with(30, 7), PacketFault::kNone);
  for (int fault = 0; fault < kPacketFaults; ++fault)
    EXPECT_FALSE(name_of(static_cast<PacketFault>(fault)).empty());
}

TEST(Packets, numbers_that_are_not_finite_are_refused_wherever_they_are) {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float bad : {kNaN, kInfinity, -kInfinity}) {
    for (std::size_t at = 24; at < 76; at += 4) {
      auto bytes = encoded(some_packet());
      std::memcpy(bytes.data() + at, &bad, 4);
      sum_again(bytes);
      DevicePacket packet;
      EXPECT_EQ(decode(bytes, packet), PacketFault::kNotFinite) << at;
    }
    ForcePacket force = some_force(), read;
    force.anchor[2] = bad;
    EXPECT_EQ(decode(encoded(force), read), PacketFault::kNotFinite);
  }
}

TEST(Packets, random_bytes_are_no_packet) {
  Random random(4);
  for (int k = 0; k < 20000; ++k) {
    std::array<std::byte, kDevicePacketSize> bytes;
    for (std::byte& b : bytes) b = static_cast<std::byte>(random.below(256));
    DevicePacket packet;
    EXPECT_NE(decode(bytes, packet), PacketFault::kNone);
  }
}

}  // namespace
}  // namespace sinew
