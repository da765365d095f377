#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "sinew/base/geometry.h"

namespace sinew {

// The packets between sinew and a program that drives a haptic device (docs/haptics.md). All numbers are little endian,
// floats are IEEE 754 single precision, lengths are in metres, forces in newtons, x y z in the device's axes.
//
//   bytes       device -> sinew, 96 bytes          sinew -> device, 128 bytes
//   0-3         "SNWH"                             "SNWH"
//   4-5         u16 version, 1                     u16 version, 1
//   6-7         u16 kind, 1                        u16 kind, 2
//   8-11        u32 sequence                       u32 sequence
//   12-15       u32 flags                          u32 flags
//   16-23       u64 time, ns, by its own clock     u64 time, ns
//   24-         position[3] quaternion[4]          u32 sequence that it answers, force[3] torque[3]
//               velocity[3] angular velocity[3]    stiffness[9] by columns, anchor[3]
//               u32 buttons, largest force
//   then        8 zeros                            24 zeros
//   last 4      u32 CRC-32 of all bytes before     the same
inline constexpr std::size_t kDevicePacketSize = 96, kForcePacketSize = 128;

// What a device says.
struct DevicePacket {
  static constexpr std::uint32_t kCalibrated = 1, kHeld = 2, kHasVelocity = 4;

  std::uint32_t sequence = 0;
  std::uint32_t flags = 0;
  std::uint64_t time = 0;           // ns
  std::array<float, 3> position{};  // m
  std::array<float, 4> quaternion{1, 0, 0, 0};
  std::array<float, 3> velocity{};          // m/s
  std::array<float, 3> angular_velocity{};  // rad/s
  std::uint32_t buttons = 0;
  float most_force = 0;  // N that it can exert; 0: unknown
  bool operator==(const DevicePacket&) const = default;
};

// What it gets.
struct ForcePacket {
  static constexpr std::uint32_t kIsValid = 1, kZeroNow = 2;

  std::uint32_t sequence = 0;
  std::uint32_t flags = 0;
  std::uint64_t time = 0;                  // ns
  std::uint32_t answers = 0;               // the sequence of the packet that the force belongs to
  std::array<float, 3> force{}, torque{};  // N, N m
  // For a loop that is faster than the network: force + stiffness (anchor - position).
  std::array<float, 9> stiffness{};  // N/m
  std::array<float, 3> anchor{};     // m
  bool operator==(const ForcePacket&) const = default;
};

// Why bytes are no packet.
enum class PacketFault : std::uint8_t {
  kNone,
  kSize,
  kMagic,
  kChecksum,
  kVersion,
  kKind,
  kReserved,
  kNotFinite
};
inline constexpr int kPacketFaults = 8;
std::string_view name_of(PacketFault fault);

std::array<std::byte, kDevicePacketSize> encoded(const DevicePacket& packet);
std::array<std::byte, kForcePacketSize> encoded(const ForcePacket& packet);
// `packet` is changed if there is no fault only.
PacketFault decode(std::span<const std::byte> bytes, DevicePacket& packet);
PacketFault decode(std::span<const std::byte> bytes, ForcePacket& packet);

// CRC-32 of ISO-HDLC (as in zlib and Ethernet).
std::uint32_t crc32_of(std::span<const std::byte> bytes);

}  // namespace sinew
