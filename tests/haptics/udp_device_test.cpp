#include "haptics/udp_device.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "haptics/patches.h"
#include "haptics/servo_loop.h"
#include "haptics/simulated_arm.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

constexpr double kT = 0.001;

// The other end of a device's socket.
class Bridge {
 public:
  explicit Bridge(std::uint16_t port) : socket_(socket(AF_INET, SOCK_DGRAM, 0)) {
    sockaddr_in there{};
    there.sin_family = AF_INET, there.sin_port = htons(port);
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(socket_, reinterpret_cast<const sockaddr*>(&there), sizeof(there)), 0);
  }
  ~Bridge() { close(socket_); }
  void say(std::span<const std::byte> bytes) { EXPECT_GT(send(socket_, bytes.data(), bytes.size(), 0), 0); }
  // The next answer. On one machine it has arrived when it was sent.
  std::size_t hear(std::span<std::byte> bytes) {
    const ssize_t got = recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
    return got < 0 ? 0 : static_cast<std::size_t>(got);
  }

 private:
  int socket_;
};

TEST(UdpDevice, a_simulated_arm_presses_a_surface_over_the_network) {
  UdpDevice device({.port = 0});
  Bridge bridge(device.port());
  TouchExchange exchange;
  ServoLoop loop(device, exchange, {});
  SimulatedArm arm({0, 0, 0.01});
  std::array<std::byte, kForcePacketSize> answer;
  double now = 0;
  for (int tick = 0; tick < 2500; ++tick, now += kT) {
    LocalResponse& response = exchange.responses.writers();
    response = flat_patch();
    response.step = tick, response.time = now;
    exchange.responses.offer();
    bridge.say(arm.packet(now));
    loop.tick(now);
    ASSERT_EQ(bridge.hear(answer), answer.size());
    arm.take(answer, now);
    arm.move({0, 0, tick < 300 ? 0.01 : -0.01}, kT, now);
  }
  // At rest the hand's spring and the body balance.
  const double stiffness = 1 / (1.0 / 1000 + 1.0 / 2000), depth = 0.01 * 200 / (200 + stiffness);
  EXPECT_NEAR(arm.position().z, -depth, 1e-5);
  EXPECT_NEAR(arm.force().z, depth * stiffness, 1e-2);
  EXPECT_LT(norm(arm.velocity()), 1e-4);
  EXPECT_EQ(device.counts().taken, 2500);

  // The bridge falls silent: no force, and the arm's own watchdog agrees.
  for (int tick = 0; tick < 30; ++tick, now += kT) {
    loop.tick(now);
    arm.move({0, 0, -0.01}, kT, now);
  }
  EXPECT_EQ(arm.force(), Vec3{});
  std::array<std::byte, kForcePacketSize> last{};
  while (bridge.hear(answer) > 0) last = answer;
  ForcePacket packet;
  ASSERT_EQ(decode(last, packet), PacketFault::kNone);
  EXPECT_EQ(packet.flags, ForcePacket::kZeroNow);
  EXPECT_EQ(packet.force, (std::array<float, 3>{}));
}

// Presses a wall that does not give way; the speed of the arm in the last half second, m/s: at most.
double speed_at_wall(double coupling) {
  UdpDevice device({.port = 0});
  Bridge bridge(device.port());
  TouchExchange exchange;
  ServoParams params;
  params.touch.coupling = coupling, params.limits.most = 50, params.limits.rise = 1e6;
  params.limits.most_damping = 0;  // the bound alone, without the help of the controller
  params.limits.most_speed = 100;
  ServoLoop loop(device, exchange, params);
  SimulatedArm arm({0, 0, 0.004});
  std::array<std::byte, kForcePacketSize> answer;
  double now = 0, most = 0;
  for (int tick = 0; tick < 2500; ++tick, now += kT) {
    if (tick % 20 == 0) {
      LocalResponse& response = exchange.responses.writers();
      response = flat_patch();
      response.compliance = 1e-9 * Mat3::identity();
      response.step = tick, response.time = now;
      exchange.responses.offer();
    }
    bridge.say(arm.packet(now));
    loop.tick(now);
    if (bridge.hear(answer) == answer.size()) arm.take(answer, now);
    arm.move({0, 0, tick < 300 ? 0.004 : -0.02}, kT, now);
    if (tick >= 2000) most = std::max(most, norm(arm.velocity()));
  }
  return most;
}

TEST(UdpDevice, a_stiff_wall_does_not_buzz_below_the_bound_of_the_coupling_and_does_beyond_it) {
  // The hand damps as well as the arm. What is bridged between responses costs a part of the bound.
  const ArmParams arm;
  const double bound = stiffest_coupling(arm.damping + arm.hand_damping, kT, 0);
  EXPECT_LT(speed_at_wall(0.2 * bound), 1e-6);
  EXPECT_LT(speed_at_wall(0.7 * bound), 1e-6);
  EXPECT_GT(speed_at_wall(1.2 * bound), 1e-2);
}

TEST(UdpDevice, an_arm_without_calibration_or_with_its_switch_let_go_is_not_ready) {
  UdpDevice device({.port = 0});
  Bridge bridge(device.port());
  DevicePacket packet;
  for (const std::uint32_t flags : {0U, 1U, 2U, 3U}) {
    ++packet.sequence, packet.flags = flags;
    bridge.say(encoded(packet));
    const HandReading hand = device.read(0);
    EXPECT_TRUE(hand.is_known);
    EXPECT_EQ(hand.is_ready, flags == 3);
  }
}

TEST(UdpDevice, noise_is_counted_and_changes_nothing) {
  UdpDevice device({.port = 0});
  Bridge bridge(device.port());
  Random random(2);
  for (int k = 0; k < 20; ++k) {
    std::array<std::byte, 300> noise;
    for (std::byte& b : noise) b = static_cast<std::byte>(random.below(256));
    bridge.say(std::span(noise).first(1 + random.below(299)));
  }
  EXPECT_FALSE(device.read(0).is_known);
  EXPECT_EQ(device.counts().taken, 0);
}

TEST(UdpDevice, a_port_that_is_taken_and_an_address_that_is_none_are_refused) {
  UdpDevice device({.port = 0});
  try {
    UdpDevice second({.port = device.port()});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "cannot listen for a haptic device: Address already in use");
    EXPECT_EQ(error.hint(), "another program may have the port: choose another");
  }
  EXPECT_THROW(UdpDevice({.address = "nowhere", .port = 0}), Error);
}

}  // namespace
}  // namespace sinew
