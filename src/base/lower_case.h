#pragma once

#include <string>
#include <string_view>

namespace sinew {

// Converts A to Z to lower case, independent of the locale.
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return lower;
}

}  // namespace sinew
