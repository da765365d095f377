#include "base/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <mutex>

#include "base/quiet_log.h"
#include "base/terminal_text.h"
#include "sinew/base/log.h"

namespace sinew {

namespace {

spdlog::logger& logger() {
  static const auto instance = [] {
    auto log =
        std::make_shared<spdlog::logger>("sinew", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
    log->set_pattern("%^%l%$: %v");
    log->set_level(spdlog::level::info);
    return log;
  }();
  return *instance;
}

spdlog::level::level_enum spdlog_level(LogLevel level) {
  return level == LogLevel::kQuiet ? spdlog::level::off : spdlog::level::warn;
}

// The sink of the program. It is called while only `calls` is locked, so that it may set another.
struct SinkSlot {
  std::mutex guard;
  std::shared_ptr<const LogSink> sink;  // null: standard error
  std::recursive_mutex calls;

  std::shared_ptr<const LogSink> now() {
    const std::lock_guard lock(guard);
    return sink;
  }
};

SinkSlot& sink_slot() {
  static SinkSlot slot;
  return slot;
}

}  // namespace

void set_log_sink(LogSink sink) {
  const std::lock_guard lock(sink_slot().guard);
  sink_slot().sink = sink ? std::make_shared<const LogSink>(std::move(sink)) : nullptr;
}

void set_log_level(LogLevel level) { logger().set_level(spdlog_level(level)); }

void log_message(LogLevel level, std::string_view text) {
  const auto sink = sink_slot().now();
  if (!sink) return logger().log(spdlog_level(level), terminal_text(text));
  if (!logger().should_log(spdlog_level(level))) return;
  const std::lock_guard one_at_a_time(sink_slot().calls);
  (*sink)(level, text);
}

QuietLog::QuietLog()
    : before_(logger().level() == spdlog::level::off ? LogLevel::kQuiet : LogLevel::kWarnings) {
  set_log_level(LogLevel::kQuiet);
}

QuietLog::~QuietLog() { set_log_level(before_); }

}  // namespace sinew
