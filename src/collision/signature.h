#pragma once

#include <array>
#include <cstdint>

#include "sinew/base/geometry.h"

namespace sinew {

// A set of numbers that may contain more than was put in, of fixed size: a bit for each number modulo 256.
struct Signature {
  static constexpr unsigned kBits = 256;
  std::array<std::uint64_t, kBits / 64> words{};

  static Signature full() { return {{~0ULL, ~0ULL, ~0ULL, ~0ULL}}; }
  void add(Index number) {
    const unsigned bit = static_cast<unsigned>(number) % kBits;
    words[bit / 64] |= 1ULL << (bit % 64);
  }
  void add(const Signature& other) {
    for (std::size_t i = 0; i < words.size(); ++i) words[i] |= other.words[i];
  }
  bool empty() const { return (words[0] | words[1] | words[2] | words[3]) == 0; }
  // Whether they may have a number in common.
  bool meets(const Signature& other) const {
    std::uint64_t common = 0;
    for (std::size_t i = 0; i < words.size(); ++i) common |= words[i] & other.words[i];
    return common != 0;
  }
};

}  // namespace sinew
