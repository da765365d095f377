#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <string>
#include <string_view>

#include "base/random.h"
#include "mesh/mesh_check.h"
#include "sinew/base/error.h"
#include "sinew/mesh/mesh_file.h"

namespace sinew {

// Damages a valid file in every way that disks, networks and people do, and demands of its reader that each
// damaged file is either read as a sound mesh or refused with a sinew::Error: nothing else is thrown, and
// nothing crashes, hangs or takes memory that the file's size does not justify (the last three under the
// address sanitizer, with allocator limits).
using BytesReader = std::function<MeshFile(std::string_view bytes)>;

inline bool is_sound(const MeshFile& file) {
  const auto in_range = [](const auto& cells, std::size_t vertices) {
    for (const auto& cell : cells)
      for (const Index v : cell)
        if (v < 0 || static_cast<std::size_t>(v) >= vertices) return false;
    return true;
  };
  const auto finite = [](const std::vector<Vec3>& points) {
    return std::all_of(points.begin(), points.end(), [](const Vec3& p) { return is_finite(p); });
  };
  return finite(file.surface.positions) && finite(file.volume.positions) &&
         in_range(file.surface.triangles, file.surface.positions.size()) &&
         in_range(file.volume.tetrahedra, file.volume.positions.size()) &&
         in_range(file.volume.hexahedra, file.volume.positions.size()) &&
         file.surface.triangles.size() + file.volume.element_count() > 0;
}

// Returns whether the file was read, after the check that read_mesh makes of every file.
inline bool expect_sound_or_error(const BytesReader& reader, std::string_view bytes,
                                  const std::string& damage) {
  try {
    const MeshFile file = reader(bytes);
    require_sound(file, "damaged");
    EXPECT_TRUE(is_sound(file)) << damage;
    return true;
  } catch (const Error& error) {
    EXPECT_GT(std::string_view(error.what()).size(), 10u) << damage;
  } catch (const std::exception& other) {
    ADD_FAILURE() << damage << ": not a sinew::Error: " << other.what();
  }
  return false;
}

// Cuts the file short: at every length when it is small, else at about a thousand lengths.
inline void expect_survives_truncation(const BytesReader& reader, const std::string& valid) {
  const std::size_t step = std::max<std::size_t>(1, valid.size() / 1000);
  for (std::size_t length = 0; length < valid.size(); length += step)
    expect_sound_or_error(reader, std::string_view(valid).substr(0, length),
                          fmt::format("cut at byte {} of {}", length, valid.size()));
}

// Replaces one byte at a time by a random one, `cases` times.
inline void expect_survives_byte_corruption(const BytesReader& reader, const std::string& valid, int cases,
                                            std::uint64_t seed = 1) {
  Random random(seed);
  std::string damaged = valid;
  for (int i = 0; i < cases; ++i) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(valid.size()));
    const std::uint32_t byte = random.below(256);
    damaged[at] = static_cast<char>(byte);
    expect_sound_or_error(reader, damaged, fmt::format("byte {} set to {}", at, byte));
    damaged[at] = valid[at];
  }
}

// Puts four bytes of ones, of zeros or of the largest positive integer, in either byte order, everywhere:
// the counts and indices of binary files.
inline void expect_survives_huge_words(const BytesReader& reader, const std::string& valid) {
  const std::string words[] = {std::string(4, '\xff'), std::string(4, '\0'), "\x7f\xff\xff\xff",
                               "\xff\xff\xff\x7f", std::string("\x01\0\0\0", 4)};
  const std::size_t step = std::max<std::size_t>(1, valid.size() / 1000);
  for (const std::string& word : words)
    for (std::size_t at = 0; at + word.size() <= valid.size(); at += step) {
      std::string damaged = valid;
      damaged.replace(at, word.size(), word);
      expect_sound_or_error(reader, damaged, fmt::format("four bytes at {} replaced", at));
    }
}

// Replaces each number of a text file (about a thousand of them) by ones that no file should hold.
inline void expect_survives_absurd_numbers(const BytesReader& reader, const std::string& valid) {
  const auto starts_number = [&](std::size_t i) {
    const auto part_of_word = [&](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '.'; };
    return std::isdigit(static_cast<unsigned char>(valid[i])) && (i == 0 || !part_of_word(valid[i - 1]));
  };
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < valid.size(); ++i)
    if (starts_number(i)) numbers.push_back(i);
  const std::size_t step = std::max<std::size_t>(1, numbers.size() / 1000);
  for (std::size_t n = 0; n < numbers.size(); n += step)
    for (const char* absurd : {"-1", "0", "2147483647", "4294967296", "99999999999999999999", "nan", "1e400",
                               "-9223372036854775808", "9223372036854775807", "x", ""}) {
      const std::size_t end = std::min(valid.find_first_not_of("+-.0123456789eE", numbers[n]), valid.size());
      std::string damaged = valid;
      damaged.replace(numbers[n], end - numbers[n], absurd);
      expect_sound_or_error(reader, damaged, fmt::format("number at byte {} -> '{}'", numbers[n], absurd));
    }
}

// Random bytes, alone and behind the first bytes of the valid file (so that the reader recognises it).
inline void expect_survives_random_bytes(const BytesReader& reader, const std::string& valid,
                                         std::uint64_t seed = 2) {
  Random random(seed);
  for (int i = 0; i < 300; ++i) {
    const std::size_t kept = i % 3 == 0 ? 0 : random.below(static_cast<std::uint32_t>(valid.size()));
    std::string damaged = valid.substr(0, kept);
    for (std::uint32_t n = random.below(600); n > 0; --n) damaged += static_cast<char>(random.below(256));
    expect_sound_or_error(reader, damaged, fmt::format("random bytes, case {}", i));
  }
}

// All of the above.
inline void expect_survives_damage(const BytesReader& reader, const std::string& valid,
                                   int corruption_cases = 2000) {
  EXPECT_TRUE(expect_sound_or_error(reader, valid, "no damage")) << "the undamaged file must be read";
  expect_survives_truncation(reader, valid);
  expect_survives_byte_corruption(reader, valid, corruption_cases);
  expect_survives_huge_words(reader, valid);
  expect_survives_absurd_numbers(reader, valid);
  expect_survives_random_bytes(reader, valid);
}

}  // namespace sinew
