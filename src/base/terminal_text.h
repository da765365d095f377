#pragma once

#include <string>
#include <string_view>

namespace sinew {

// Text that may hold anything (names and words from files) made fit for a terminal: UTF-8 is kept, and every
// control character but the newline, and every byte that is no UTF-8, becomes '?'.
std::string terminal_text(std::string_view text);

}  // namespace sinew
