#include "greens/file/packed_columns.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>

#include "base/random.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

ColumnStore some_columns() {
  Random random(4);
  ColumnStore store;
  for (int c = 0; c < 12; ++c) {
    for (Index v = 0; v < static_cast<Index>(c); ++v) {
      store.vertices.push_back(3 * v);
      for (int k = 0; k < 9; ++k)
        store.blocks.push_back(static_cast<float>(random.uniform(-1, 1) * std::pow(10.0, 6 - 2 * c)));
    }
    store.offsets.push_back(store.vertices.size());
  }
  return store;
}

TEST(PackedColumns, floats_come_back_as_they_were) {
  const ColumnStore store = some_columns();
  ColumnStore back;
  unpack(packed_from(to_bytes(pack(store.view(), BlockPrecision::kFloat)), "file"), back);
  EXPECT_EQ(back.blocks, store.blocks);
  EXPECT_EQ(back.vertices, store.vertices);
  EXPECT_EQ(back.offsets, store.offsets);
}

TEST(PackedColumns, quantised_numbers_are_wrong_by_at_most_the_bound) {
  const ColumnStore store = some_columns();
  ColumnStore back;
  unpack(packed_from(to_bytes(pack(store.view(), BlockPrecision::kQuantised)), "file"), back);
  ASSERT_EQ(back.blocks.size(), store.blocks.size());
  EXPECT_EQ(back.vertices, store.vertices);
  for (std::size_t c = 0; c + 1 < store.offsets.size(); ++c) {
    double largest = 0, error = 0;
    for (std::uint64_t k = 9 * store.offsets[c]; k < 9 * store.offsets[c + 1]; ++k) {
      largest = std::max(largest, std::abs(double{store.blocks[k]}));
      error = std::max(error, std::abs(double{store.blocks[k]} - back.blocks[k]));
    }
    EXPECT_LE(error, kQuantisationError * largest) << c;
  }
}

// The largest number rounds to one more than sixteen bits hold.
TEST(PackedColumns, numbers_just_below_a_power_of_two_keep_the_bound) {
  ColumnStore store;
  store.vertices = {0}, store.offsets = {0, 1};
  store.blocks = {std::nextafter(1.0F, 0.0F), -std::nextafter(1.0F, 0.0F), 0.5F, 0, 0, 0, 0, 0, 1e-30F};
  ColumnStore back;
  unpack(pack(store.view(), BlockPrecision::kQuantised), back);
  for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(back.blocks[k], store.blocks[k], kQuantisationError);
}

TEST(PackedColumns, bytes_that_do_not_fit_are_refused) {
  const std::string bytes = to_bytes(pack(some_columns().view(), BlockPrecision::kQuantised));
  for (std::size_t size = 0; size < bytes.size(); size += 37)
    EXPECT_THROW(packed_from(std::string_view(bytes).substr(0, size), "file"), Error) << size;
  EXPECT_THROW(packed_from(bytes + "x", "file"), Error);
}

}  // namespace
}  // namespace sinew
