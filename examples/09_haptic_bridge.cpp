// A bridge between a haptic arm and 'sinew feel SCENE': a thousand times a second it says where the arm is and gives it the
// force that comes back, by the packets of docs/haptics.md. It needs nothing of sinew. The arm is simulated: a mass on a
// damper, which a hand pulls down slowly by a spring. For a real one, replace `Arm` by calls of its driver.
//   09_haptic_bridge [PORT [SECONDS [X Y Z]]]      begins at X Y Z, and presses 5 cm down along y
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

constexpr double kT = 0.001, kWatchdog = 0.02;  // s

struct Arm {
  float place[3] = {0, 0.1F, 0}, velocity[3] = {};  // m, m/s

  void move(const float (&force)[3], const float (&goal)[3]) {
    constexpr float kMass = 0.1F, kDamping = 6, kHand = 200;  // kg, N s/m, N/m
    for (int i = 0; i < 3; ++i) {
      velocity[i] += float(kT) / kMass * (force[i] + kHand * (goal[i] - place[i]) - kDamping * velocity[i]);
      place[i] += float(kT) * velocity[i];
    }
  }
};

// As zlib's.
std::uint32_t crc32(const unsigned char* bytes, std::size_t count) {
  std::uint32_t crc = ~0U;
  for (std::size_t k = 0; k < count; ++k) {
    crc ^= bytes[k];
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1U ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

// Numbers are little endian, as they are in memory here.
template <typename T>
void put(unsigned char* packet, std::size_t at, const T& value) {
  std::memcpy(packet + at, &value, sizeof(T));
}

void say(int socket, const Arm& arm, std::uint32_t sequence) {
  unsigned char packet[96] = {'S', 'N', 'W', 'H', 1, 0, 1, 0};
  const std::uint32_t calibrated = 1, held = 2, has_velocity = 4;
  const std::chrono::nanoseconds now = std::chrono::steady_clock::now().time_since_epoch();
  put(packet, 8, sequence), put(packet, 12, calibrated | held | has_velocity);
  put(packet, 16, static_cast<std::uint64_t>(now.count()));
  put(packet, 24, arm.place), put(packet, 36, 1.0F), put(packet, 52, arm.velocity);
  put(packet, 92, crc32(packet, 92));
  send(socket, packet, sizeof(packet), 0);
}

// Takes all answers that have come; true if there was a valid one. Its force is zero unless sinew says that it counts.
bool hear(int socket, float (&force)[3]) {
  unsigned char packet[128];
  bool any = false;
  while (recv(socket, packet, sizeof(packet), MSG_DONTWAIT) == sizeof(packet)) {
    std::uint32_t flags = 0, crc = 0;
    std::memcpy(&flags, packet + 12, 4), std::memcpy(&crc, packet + 124, 4);
    if (std::memcmp(packet, "SNWH", 4) != 0 || crc != crc32(packet, 124)) continue;
    any = true;
    const bool counts = (flags & 1U) != 0 && (flags & 2U) == 0;
    std::memset(force, 0, sizeof(force));
    if (counts) std::memcpy(force, packet + 28, sizeof(force));
  }
  return any;
}

}  // namespace

int main(int argc, char** argv) {
  const int port = argc > 1 ? std::atoi(argv[1]) : 4737;
  const double seconds = argc > 2 ? std::atof(argv[2]) : 10;
  Arm arm;
  for (int i = 0; i < 3 && argc > 5; ++i) arm.place[i] = std::strtof(argv[3 + i], nullptr);
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in there{};
  there.sin_family = AF_INET, there.sin_port = htons(static_cast<std::uint16_t>(port));
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(socket, reinterpret_cast<const sockaddr*>(&there), sizeof(there)) != 0) return 1;

  float force[3] = {}, goal[3] = {arm.place[0], arm.place[1], arm.place[2]}, most = 0;
  int answers = 0;
  double heard = 0;
  auto deadline = std::chrono::steady_clock::now();
  for (double now = 0; now < seconds; now += kT) {
    say(socket, arm, static_cast<std::uint32_t>(now / kT + 1.5));
    if (hear(socket, force)) heard = now, ++answers;
    if (now - heard > kWatchdog) std::memset(force, 0, sizeof(force));  // silence is no force
    goal[1] -= static_cast<float>(0.05 / seconds * kT);
    arm.move(force, goal);
    most = std::max(most, force[1]);
    std::this_thread::sleep_until(deadline += std::chrono::microseconds(1000));
  }
  close(socket);
  if (answers == 0) {
    std::fprintf(stderr, "no answer: is 'sinew feel SCENE' running?\n");
    return 1;
  }
  std::printf("%d answers, at most %.3f N upwards\n", answers, double(most));
}
