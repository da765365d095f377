#pragma once

#include <fmt/format.h>

#include <utility>

#include "sinew/base/log.h"

namespace sinew {

template <typename... Args>
void log_warning(fmt::format_string<Args...> format, Args&&... args) {
  log_message(LogLevel::kWarnings, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace sinew
