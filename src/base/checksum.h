#pragma once

#include <cstdint>
#include <cstring>
#include <span>

namespace sinew {

// 64-bit FNV-1a over the bytes of plain values: tells whether two results have the same bits.
inline std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t seed = 0xcbf29ce484222325ULL) {
  for (const std::byte b : bytes) seed = (seed ^ static_cast<std::uint64_t>(b)) * 0x100000001b3ULL;
  return seed;
}

template <typename T>
std::uint64_t checksum_of(std::span<const T> values, std::uint64_t seed = 0xcbf29ce484222325ULL) {
  return checksum(std::as_bytes(values), seed);
}

}  // namespace sinew
