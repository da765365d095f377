#pragma once

#include <string>
#include <string_view>

namespace sinew {

// A to Z made small, whatever the locale of the environment says.
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return lower;
}

}  // namespace sinew
