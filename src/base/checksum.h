#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

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

// A faster checksum for data that is summed in every step: by words of eight bytes in four independent lanes.
// A multiplication spreads changes to higher bits only; the shift brings them back to the lower ones.
inline std::uint64_t word_checksum(std::span<const std::byte> bytes, std::uint64_t seed = 0) {
  constexpr std::size_t kWord = 8, kLanes = 4;
  const auto mix = [](std::uint64_t lane, std::uint64_t word) {
    const std::uint64_t product = (lane ^ word) * 0x9e3779b97f4a7c15ULL;
    return product ^ (product >> 32);
  };
  const auto word_at = [&](std::size_t at, std::size_t size) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, size);
    return word;
  };
  std::array<std::uint64_t, kLanes> lanes{mix(seed, 1), mix(seed, 2), mix(seed, 3), mix(seed, 4)};
  std::size_t at = 0;
  for (; at + kLanes * kWord <= bytes.size(); at += kLanes * kWord)
    for (std::size_t k = 0; k < kLanes; ++k) lanes[k] = mix(lanes[k], word_at(at + k * kWord, kWord));
  for (; at < bytes.size(); at += kWord)
    lanes[0] = mix(lanes[0], word_at(at, std::min(kWord, bytes.size() - at)));
  std::uint64_t sum = bytes.size();
  for (const std::uint64_t lane : lanes) sum = mix(sum, lane);
  return sum;
}

template <typename T>
std::uint64_t word_checksum_of(std::span<const T> values, std::uint64_t seed = 0) {
  static_assert(std::is_trivially_copyable_v<T>);
  return word_checksum(std::as_bytes(values), seed);
}

}  // namespace sinew
