#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace sinew {

// Messages for people, on standard error or where base/log_sink.h sends them. Results go to standard output.
enum class LogLevel { kQuiet, kWarnings };

void set_log_level(LogLevel level);
void log_message(LogLevel level, std::string_view text);

template <typename... Args>
void log_warning(fmt::format_string<Args...> format, Args&&... args) {
  log_message(LogLevel::kWarnings, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace sinew
