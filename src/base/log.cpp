#include "base/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "base/quiet_log.h"
#include "base/terminal_text.h"

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

}  // namespace

void set_log_level(LogLevel level) { logger().set_level(spdlog_level(level)); }

void log_message(LogLevel level, std::string_view text) {
  logger().log(spdlog_level(level), terminal_text(text));
}

QuietLog::QuietLog()
    : before_(logger().level() == spdlog::level::off ? LogLevel::kQuiet : LogLevel::kWarnings) {
  set_log_level(LogLevel::kQuiet);
}

QuietLog::~QuietLog() { set_log_level(before_); }

}  // namespace sinew
