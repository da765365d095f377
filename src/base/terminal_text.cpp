#include "base/terminal_text.h"

namespace sinew {

namespace {

// The length in bytes of the UTF-8 character at the front of the text, by its first byte; 0 if it is invalid,
// or a control character beyond ASCII.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf5   ? 0
                             : first >= 0xf0 ? 4
                             : first >= 0xe0 ? 3
                             : first >= 0xc2 ? 2
                                             : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const bool overlong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  const bool outside = (first == 0xed && byte(1) > 0x9f) || (first == 0xf4 && byte(1) > 0x8f);
  const bool control = first == 0xc2 && byte(1) < 0xa0;
  return overlong || outside || control ? 0 : length;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\n') || byte == 0x7f;
}

}  // namespace

std::string terminal_text(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const bool kept = length > 0 && !is_control(text[0]);
    clean += kept ? text.substr(0, length) : "?";
    text.remove_prefix(kept ? length : 1);
  }
  return clean;
}

}  // namespace sinew
