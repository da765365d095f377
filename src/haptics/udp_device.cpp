#include "haptics/udp_device.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "sinew/base/error.h"

namespace sinew {

namespace {

PeerId id_of(const sockaddr_in& peer) {
  return (std::uint64_t{peer.sin_addr.s_addr} << 16U | peer.sin_port) + 1;
}

sockaddr_in address_of(PeerId id) {
  sockaddr_in peer{};
  peer.sin_family = AF_INET;
  peer.sin_addr.s_addr = static_cast<std::uint32_t>((id - 1) >> 16U);
  peer.sin_port = static_cast<std::uint16_t>((id - 1) & 0xffffU);
  return peer;
}

Vec3 vector_of_floats(const std::array<float, 3>& v) { return {double(v[0]), double(v[1]), double(v[2])}; }
std::array<float, 3> floats_of(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace

UdpDevice::UdpDevice(const UdpParams& params) : params_(params) {
  sockaddr_in here{};
  here.sin_family = AF_INET;
  here.sin_port = htons(params.port);
  if (inet_pton(AF_INET, params.address.c_str(), &here.sin_addr) != 1)
    throw Error(fmt::format("'{}' is no IPv4 address", params.address), "",
                "127.0.0.1 is this machine alone");
  socket_ = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket_ < 0) throw Error(fmt::format("there is no socket to be had: {}", std::strerror(errno)));
  const auto* address = reinterpret_cast<const sockaddr*>(&here);
  if (bind(socket_, address, sizeof(here)) != 0) {
    const std::string reason = std::strerror(errno);
    close(socket_);
    throw Error(fmt::format("cannot listen for a haptic device: {}", reason),
                fmt::format("{}:{}", params.address, params.port),
                "another program may have the port: choose another");
  }
  socklen_t size = sizeof(here);
  getsockname(socket_, reinterpret_cast<sockaddr*>(&here), &size);
  port_ = ntohs(here.sin_port);
}

UdpDevice::~UdpDevice() { close(socket_); }

std::string UdpDevice::name() const { return fmt::format("udp {}:{}", params_.address, port_); }

HandReading UdpDevice::read(double now) {
  constexpr int kMostPackets = 64;  // in a tick
  std::array<std::byte, 2 * kDevicePacketSize> bytes;
  for (int k = 0; k < kMostPackets; ++k) {
    sockaddr_in peer{};
    socklen_t size = sizeof(peer);
    const ssize_t got = recvfrom(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT,
                                 reinterpret_cast<sockaddr*>(&peer), &size);
    if (got < 0) break;
    session_.take(std::span(bytes).first(static_cast<std::size_t>(got)), id_of(peer), now);
  }
  if (!session_.has_peer()) return {};
  const DevicePacket& packet = session_.newest();
  constexpr std::uint32_t kReady = DevicePacket::kCalibrated | DevicePacket::kHeld;
  return {true,
          (packet.flags & kReady) == kReady,
          vector_of_floats(packet.position),
          1e-9 * static_cast<double>(packet.time),
          now - session_.arrived_at(),
          packet.buttons};
}

void UdpDevice::send(const Vec3& force, Hazard hazard, double now) {
  if (!session_.has_peer()) return;
  ForcePacket packet;
  packet.sequence = ++sequence_;
  packet.flags = hazard == Hazard::kNone ? ForcePacket::kIsValid : ForcePacket::kZeroNow;
  packet.time = static_cast<std::uint64_t>(std::max(0.0, 1e9 * now));
  packet.answers = session_.newest().sequence;
  packet.force = floats_of(force);
  const auto bytes = encoded(packet);
  const sockaddr_in peer = address_of(session_.peer());
  // A packet that cannot be sent is silence to the bridge, which is safe.
  sendto(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT, reinterpret_cast<const sockaddr*>(&peer),
         sizeof(peer));
}

}  // namespace sinew
