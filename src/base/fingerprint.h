#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "base/checksum.h"

namespace sinew {

// 128 bits that stand for a sequence of arrays: equal arrays have equal fingerprints, and different ones
// differ in practice. Values count by their bits, so 0 and -0 differ.
class Fingerprint {
 public:
  template <typename T>
  Fingerprint& add(std::span<const T> values) {
    first_ = word_checksum_of(values, first_);
    second_ = word_checksum_of(values, second_);
    return *this;
  }
  template <typename T>
  Fingerprint& add(const std::vector<T>& values) {
    return add(std::span<const T>(values));
  }
  // One number.
  template <typename T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T> Fingerprint& add(T value) {
    return add(std::span<const T>(&value, 1));
  }

  auto operator<=>(const Fingerprint&) const = default;

 private:
  std::uint64_t first_ = 0x243f6a8885a308d3ULL, second_ = 0x13198a2e03707344ULL;
};

}  // namespace sinew
