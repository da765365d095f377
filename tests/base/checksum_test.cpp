#include "base/checksum.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace sinew {
namespace {

std::uint64_t sum_of(const std::vector<double>& values) { return word_checksum_of(std::span(values)); }

TEST(WordChecksum, every_single_bit_counts) {
  std::vector<unsigned char> bytes(77, 0x5a);
  std::set<std::uint64_t> sums{word_checksum(std::as_bytes(std::span(bytes)))};
  for (unsigned char& byte : bytes)
    for (int bit = 0; bit < 8; ++bit) {
      byte ^= 1U << bit;
      sums.insert(word_checksum(std::as_bytes(std::span(bytes))));
      byte ^= 1U << bit;
    }
  EXPECT_EQ(sums.size(), 1 + 8 * bytes.size());
}

TEST(WordChecksum, two_changed_signs_do_not_cancel) {
  const std::vector<double> values(64, 1.5);
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      std::vector<double> changed = values;
      changed[i] = changed[j] = -1.5;
      EXPECT_NE(sum_of(changed), sum_of(values)) << i << " " << j;
    }
}

TEST(WordChecksum, order_length_and_what_came_before_count) {
  EXPECT_NE(sum_of({1, 2, 3, 4, 5}), sum_of({5, 2, 3, 4, 1}));
  EXPECT_NE(sum_of({1, 2, 3, 4, 5}), sum_of({2, 1, 3, 4, 5}));
  EXPECT_NE(sum_of({}), sum_of({0}));
  EXPECT_NE(sum_of({0}), sum_of({0, 0}));
  const std::vector<double> one{1}, two{2};
  EXPECT_NE(word_checksum_of(std::span(two), sum_of(one)), word_checksum_of(std::span(one), sum_of(two)));
}

TEST(WordChecksum, it_does_not_depend_on_where_the_bytes_lie) {
  std::vector<unsigned char> bytes(200);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(7 * i);
  const auto there = word_checksum(std::as_bytes(std::span(bytes).subspan(3, 101)));
  const std::vector<unsigned char> copy(bytes.begin() + 3, bytes.begin() + 104);
  EXPECT_EQ(word_checksum(std::as_bytes(std::span(copy))), there);
}

}  // namespace
}  // namespace sinew
