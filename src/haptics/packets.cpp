#include "haptics/packets.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace sinew {

namespace {

constexpr std::array<char, 4> kMagic = {'S', 'N', 'W', 'H'};
constexpr std::uint16_t kVersion = 1, kFromDevice = 1, kToDevice = 2;

template <typename T>
T in_little_endian(T value) {
  if constexpr (std::endian::native == std::endian::little) return value;
  std::array<std::byte, sizeof(T)> raw;
  std::memcpy(raw.data(), &value, sizeof(T));
  std::ranges::reverse(raw);
  std::memcpy(&value, raw.data(), sizeof(T));
  return value;
}

// Puts values one after the other.
class Writer {
 public:
  explicit Writer(std::span<std::byte> bytes) : bytes_(bytes) {}

  template <typename T>
  Writer& put(T value) {
    value = in_little_endian(value);
    std::memcpy(bytes_.data() + at_, &value, sizeof(T));
    at_ += sizeof(T);
    return *this;
  }
  template <typename T, std::size_t n>
  Writer& put(const std::array<T, n>& values) {
    for (const T value : values) put(value);
    return *this;
  }
  // The rest are zeros, and the checksum.
  void end() {
    const std::size_t size = bytes_.size() - sizeof(std::uint32_t);
    std::fill(bytes_.begin() + static_cast<std::ptrdiff_t>(at_), bytes_.end(), std::byte{0});
    at_ = size;
    put(crc32_of(bytes_.first(size)));
  }

 private:
  std::span<std::byte> bytes_;
  std::size_t at_ = 0;
};

// Takes them again. Floats that are not finite are noted.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <typename T>
  Reader& get(T& value) {
    std::memcpy(&value, bytes_.data() + at_, sizeof(T));
    value = in_little_endian(value);
    at_ += sizeof(T);
    if constexpr (std::is_floating_point_v<T>) all_finite_ = all_finite_ && std::isfinite(value);
    return *this;
  }
  template <typename T, std::size_t n>
  Reader& get(std::array<T, n>& values) {
    for (T& value : values) get(value);
    return *this;
  }
  bool rest_is_zero() const {
    const auto rest = bytes_.subspan(at_, bytes_.size() - sizeof(std::uint32_t) - at_);
    return std::ranges::all_of(rest, [](std::byte b) { return b == std::byte{0}; });
  }
  bool all_finite() const { return all_finite_; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool all_finite_ = true;
};

// Begins to read a packet of this size and kind.
PacketFault begin(std::span<const std::byte> bytes, std::size_t size, std::uint16_t kind, Reader& reader) {
  if (bytes.size() != size) return PacketFault::kSize;
  std::array<char, 4> magic{};
  std::uint16_t version = 0, its_kind = 0;
  reader.get(magic).get(version).get(its_kind);
  if (magic != kMagic) return PacketFault::kMagic;
  std::uint32_t sum = 0;
  Reader(bytes.last(sizeof(sum))).get(sum);
  if (sum != crc32_of(bytes.first(size - sizeof(sum)))) return PacketFault::kChecksum;
  if (version != kVersion) return PacketFault::kVersion;
  return its_kind == kind ? PacketFault::kNone : PacketFault::kKind;
}

template <typename Packet>
PacketFault end(const Reader& reader, const Packet& read, Packet& packet) {
  if (!reader.rest_is_zero()) return PacketFault::kReserved;
  if (!reader.all_finite()) return PacketFault::kNotFinite;
  packet = read;
  return PacketFault::kNone;
}

}  // namespace

std::string_view name_of(PacketFault fault) {
  constexpr std::string_view kNames[kPacketFaults] = {"none",    "size", "magic",    "checksum",
                                                      "version", "kind", "reserved", "not finite"};
  return kNames[static_cast<int>(fault)];
}

std::uint32_t crc32_of(std::span<const std::byte> bytes) {
  static constexpr std::array<std::uint32_t, 256> kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t rest = i;
      for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1) ^ ((rest & 1) != 0 ? 0xedb88320U : 0U);
      table[i] = rest;
    }
    return table;
  }();
  std::uint32_t rest = 0xffffffffU;
  for (const std::byte b : bytes) rest = (rest >> 8) ^ kTable[(rest ^ static_cast<std::uint32_t>(b)) & 0xffU];
  return ~rest;
}

std::array<std::byte, kDevicePacketSize> encoded(const DevicePacket& p) {
  std::array<std::byte, kDevicePacketSize> bytes;
  Writer writer(bytes);
  writer.put(kMagic).put(kVersion).put(kFromDevice).put(p.sequence).put(p.flags).put(p.time);
  writer.put(p.position).put(p.quaternion).put(p.velocity).put(p.angular_velocity);
  writer.put(p.buttons).put(p.most_force).end();
  return bytes;
}

std::array<std::byte, kForcePacketSize> encoded(const ForcePacket& p) {
  std::array<std::byte, kForcePacketSize> bytes;
  Writer writer(bytes);
  writer.put(kMagic).put(kVersion).put(kToDevice).put(p.sequence).put(p.flags).put(p.time);
  writer.put(p.answers).put(p.force).put(p.torque).put(p.stiffness).put(p.anchor).end();
  return bytes;
}

PacketFault decode(std::span<const std::byte> bytes, DevicePacket& packet) {
  Reader reader(bytes);
  if (const PacketFault fault = begin(bytes, kDevicePacketSize, kFromDevice, reader);
      fault != PacketFault::kNone)
    return fault;
  DevicePacket p;
  reader.get(p.sequence).get(p.flags).get(p.time);
  reader.get(p.position).get(p.quaternion).get(p.velocity).get(p.angular_velocity);
  reader.get(p.buttons).get(p.most_force);
  return end(reader, p, packet);
}

PacketFault decode(std::span<const std::byte> bytes, ForcePacket& packet) {
  Reader reader(bytes);
  if (const PacketFault fault = begin(bytes, kForcePacketSize, kToDevice, reader);
      fault != PacketFault::kNone)
    return fault;
  ForcePacket p;
  reader.get(p.sequence).get(p.flags).get(p.time);
  reader.get(p.answers).get(p.force).get(p.torque).get(p.stiffness).get(p.anchor);
  return end(reader, p, packet);
}

}  // namespace sinew
