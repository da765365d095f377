#include "world/interruption.h"

#include <signal.h>

#include <array>
#include <cerrno>

namespace sinew {

namespace {

constexpr std::array<int, 2> kSignals{SIGINT, SIGTERM};
std::array<struct sigaction, 2> g_before;
volatile sig_atomic_t g_signal = 0;

void take_back_handlers() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &g_before[i], nullptr);
}

extern "C" void note_the_wish(int signal) {
  const int kept = errno;
  g_signal = signal;
  take_back_handlers();
  errno = kept;
}

}  // namespace

Interruption::Interruption() {
  g_signal = 0;
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], nullptr, &g_before[i]);
  struct sigaction action {};
  action.sa_handler = note_the_wish;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int caught : kSignals) sigaddset(&action.sa_mask, caught);
  for (const int caught : kSignals) sigaction(caught, &action, nullptr);
}

Interruption::~Interruption() { take_back_handlers(); }

int Interruption::signal() const { return g_signal; }

}  // namespace sinew
