#pragma once

#include <functional>
#include <string_view>

namespace sinew {

// Messages for people, on standard error or where set_log_sink sends them.
enum class LogLevel { kQuiet, kWarnings };

// Messages above this level are not written.
void set_log_level(LogLevel level);
// Writes one message, as the library does.
void log_message(LogLevel level, std::string_view text);

// Sends the messages of the library to the program instead of standard error: to a window, a file or another
// language. An empty function sends them to standard error again. Messages that the level suppresses do not
// reach the sink.
//
// The sink is called for one message at a time, in the thread that writes it, and may itself write messages
// or set another sink. The text may contain control characters that come from a file. set_log_sink may be
// called at any time, from any thread.
using LogSink = std::function<void(LogLevel level, std::string_view text)>;
void set_log_sink(LogSink sink);

}  // namespace sinew
