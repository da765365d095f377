#include "base/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {
bool g_enabled = true;
constexpr double kTerminalInterval = 0.1;  // seconds between redraws of the bar
constexpr double kLogInterval = 5;         // seconds between lines in a log
constexpr int kBarWidth = 30;

std::string clock_time(double seconds) {
  const auto s = static_cast<long>(std::ceil(seconds));
  return s < 60 ? fmt::format("{} s", s) : fmt::format("{} min {:02} s", s / 60, s % 60);
}
}  // namespace

void set_progress_enabled(bool enabled) { g_enabled = enabled; }

Progress::Progress(std::string title, double total)
    : title_(std::move(title)), total_(std::max(total, 1e-300)), terminal_(isatty(fileno(stderr)) != 0) {}

Progress::~Progress() {
  if (shown_ && terminal_) fmt::print(stderr, "\r\033[K");
}

void Progress::advance_to(double done) {
  done_ = std::clamp(done, 0.0, total_);
  const double interval = terminal_ ? kTerminalInterval : kLogInterval;
  if (g_enabled && since_shown_.seconds() >= interval) show();
}

void Progress::show() {
  const double fraction = done_ / total_;
  const double elapsed = since_start_.seconds();
  const std::string left = fraction > 0.02 ? clock_time(elapsed * (1 - fraction) / fraction) + " left" : "";
  if (terminal_) {
    const int filled = static_cast<int>(std::lround(fraction * kBarWidth));
    fmt::print(stderr, "\r\033[K{} [{:=<{}}{:>{}}] {:3.0f}%  {}", title_, "", filled, "", kBarWidth - filled,
               100 * fraction, left);
    std::fflush(stderr);
  } else {
    fmt::print(stderr, "{}: {:.0f}%  {}\n", title_, 100 * fraction, left);
  }
  shown_ = true;
  since_shown_.restart();
}

}  // namespace sinew
