#pragma once

#include <cstdint>
#include <string>

#include "haptics/haptic_device.h"
#include "haptics/packet_session.h"

namespace sinew {

struct UdpParams {
  std::string address = "127.0.0.1";  // where it listens: this machine alone
  std::uint16_t port = 4737;          // 0: any that is free
};

// A device behind a socket: the packets of haptics/packets.h. A bridge program on the other side drives the arm.
class UdpDevice final : public HapticDevice {
 public:
  // Throws Error if the address is invalid or the port is taken.
  explicit UdpDevice(const UdpParams& params = {});
  ~UdpDevice() override;
  UdpDevice(const UdpDevice&) = delete;
  UdpDevice& operator=(const UdpDevice&) = delete;

  std::string name() const override;
  HandReading read(double now) override;
  void send(const Vec3& force, Hazard hazard, double now) override;

  std::uint16_t port() const { return port_; }
  const PacketSession::Counts& counts() const { return session_.counts(); }

 private:
  UdpParams params_;
  int socket_ = -1;
  std::uint16_t port_ = 0;
  PacketSession session_;
  std::uint32_t sequence_ = 0;
};

}  // namespace sinew
