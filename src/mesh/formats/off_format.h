#pragma once

#include <string_view>

namespace sinew {

// The header word at the start of an OFF file's first token, [ST][C][N][4][n]OFF, without what may be glued
// to it ("OFF490 518 0"); empty if the token does not begin with one.
std::string_view off_header_word(std::string_view token);

}  // namespace sinew
