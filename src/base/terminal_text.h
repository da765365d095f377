#pragma once

#include <string>
#include <string_view>

namespace sinew {

// Makes untrusted text (names and words from files) safe for a terminal: UTF-8 is kept; every control
// character except the newline, and every byte that is not valid UTF-8, becomes '?'.
std::string terminal_text(std::string_view text);

}  // namespace sinew
