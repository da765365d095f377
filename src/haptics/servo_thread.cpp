#include "haptics/servo_thread.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <ctime>
#include <thread>

#include "base/log.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace sinew {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;  // ns

std::int64_t nanoseconds(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return std::int64_t{t.tv_sec} * kSecond + t.tv_nsec;
}

void sleep_until(std::int64_t deadline) {
  const timespec t{static_cast<time_t>(deadline / kSecond), static_cast<long>(deadline % kSecond)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr) == EINTR) {
  }
}

// Numbers that are too small for a normal float would make a tick slow.
void flush_denormals() {
#if defined(__SSE2__)
  _mm_setcsr(_mm_getcsr() | 0x8040U);
#endif
}

// Touches the stack, so that no page of it is missing later.
void touch_stack() {
  constexpr std::size_t kSize = 256 * 1024, kPage = 1024;
  [[maybe_unused]] volatile char pages[kSize];
  for (std::size_t k = 0; k < kSize; k += kPage) pages[k] = 0;
}

void add_one(std::atomic<std::int64_t>& to, std::int64_t n = 1) {
  to.store(to.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
}

}  // namespace

struct ServoThread::Parts {
  Parts(ServoLoop& l, const Params& p) : loop(l), params(p) {}

  void begin();
  void run();

  ServoLoop& loop;
  Params params;
  std::string fifo_refusal, lock_refusal;
  std::atomic<bool> is_ending{false};
  std::thread thread;
};

ServoThread::ServoThread(ServoLoop& loop, const Params& params)
    : parts_(std::make_unique<Parts>(loop, params)) {
  parts_->begin();
}

ServoThread::~ServoThread() {
  parts_->is_ending.store(true);
  parts_->thread.join();
}

const std::string& ServoThread::fifo_refusal() const { return parts_->fifo_refusal; }
const std::string& ServoThread::lock_refusal() const { return parts_->lock_refusal; }
double ServoThread::now() { return 1e-9 * static_cast<double>(nanoseconds(CLOCK_MONOTONIC)); }

void ServoThread::Parts::begin() {
  // Pages are locked once they are used: address space that is only reserved (base/large_arena.h) would fill memory.
  if (params.lock_memory && mlockall(MCL_CURRENT | MCL_ONFAULT) != 0) lock_refusal = std::strerror(errno);
  thread = std::thread([this] { run(); });
  if (params.priority > 0) {
    const sched_param priority{params.priority};
    if (const int failure = pthread_setschedparam(thread.native_handle(), SCHED_FIFO, &priority);
        failure != 0)
      fifo_refusal = std::strerror(failure);
  }
  // Once for each process: what is missing is the same for the next device.
  static std::atomic<bool> is_said{false};
  if (fifo_refusal.empty() && lock_refusal.empty()) return;
  if (is_said.exchange(true)) return;
  log_warning(
      "the haptic servo runs without {}{}{}: ticks may be late. Allow it by the limits rtprio and memlock "
      "(/etc/security/limits.conf)",
      fifo_refusal.empty() ? "" : "real-time scheduling",
      fifo_refusal.empty() || lock_refusal.empty() ? "" : " and ",
      lock_refusal.empty() ? "" : "locked memory");
}

void ServoThread::Parts::run() {
  flush_denormals();
  touch_stack();
  const auto T = static_cast<std::int64_t>(std::llround(params.T * kSecond));
  ServoStatistics& statistics = loop.statistics();
  std::int64_t deadline = nanoseconds(CLOCK_MONOTONIC) + T;
  while (!is_ending.load(std::memory_order_relaxed)) {
    sleep_until(deadline);
    const std::int64_t begin = nanoseconds(CLOCK_MONOTONIC), cpu = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
    loop.tick(1e-9 * static_cast<double>(begin));
    statistics.compute.add(1e-3 * static_cast<double>(nanoseconds(CLOCK_THREAD_CPUTIME_ID) - cpu));
    statistics.late.add(1e-3 * static_cast<double>(begin - deadline));
    add_one(statistics.done);
    const std::int64_t passed = 1 + std::max<std::int64_t>(0, (nanoseconds(CLOCK_MONOTONIC) - deadline) / T);
    add_one(statistics.due, passed);
    deadline += passed * T;
  }
  loop.end(now());
}

namespace {

std::atomic<ServoLoop*> stopped_by_signal{nullptr};
constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
std::array<struct sigaction, kSignals.size()> handlers_before;

void stop_and_go_on(int signal) {
  if (ServoLoop* loop = stopped_by_signal.exchange(nullptr)) loop->stop();
  const timespec wait{0, 5'000'000};
  nanosleep(&wait, nullptr);
  for (std::size_t k = 0; k < kSignals.size(); ++k)
    if (kSignals[k] == signal) sigaction(signal, &handlers_before[k], nullptr);
  raise(signal);
}

}  // namespace

StopOnSignal::StopOnSignal(ServoLoop& loop) {
  stopped_by_signal.store(&loop);
  struct sigaction action {};
  action.sa_handler = stop_and_go_on;
  for (std::size_t k = 0; k < kSignals.size(); ++k) sigaction(kSignals[k], &action, &handlers_before[k]);
}

StopOnSignal::~StopOnSignal() {
  stopped_by_signal.store(nullptr);
  for (std::size_t k = 0; k < kSignals.size(); ++k) sigaction(kSignals[k], &handlers_before[k], nullptr);
}

}  // namespace sinew
