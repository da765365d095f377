#pragma once

#include <array>
#include <bit>
#include <cstring>
#include <string>

namespace sinew {

// Appends a number in little endian order; ByteCursor (byte_cursor.h) reads it back.
template <typename T>
void put_little_endian(std::string& bytes, T value) {
  std::array<char, sizeof(T)> raw;
  std::memcpy(raw.data(), &value, sizeof(T));
  if constexpr (std::endian::native == std::endian::big)
    bytes.append(raw.rbegin(), raw.rend());
  else
    bytes.append(raw.data(), raw.size());
}

}  // namespace sinew
