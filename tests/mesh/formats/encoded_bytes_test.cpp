#include "mesh/formats/encoded_bytes.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(EncodedBytes, base64_is_taken_in_parts_across_padding_and_blanks) {
  EncodedBytes bytes(" c2luZXc=\nYm\r\nRpZXM= ", true);  // "sinew", "bdies"
  EXPECT_EQ(bytes.take(2), "si");
  EXPECT_EQ(bytes.take(4), "newb");
  EXPECT_EQ(bytes.take(0), "");
  EXPECT_EQ(bytes.take(4), "dies");
  EXPECT_EQ(bytes.take(1), std::nullopt);
}

TEST(EncodedBytes, what_is_no_base64_gives_nothing) {
  for (const char* bad : {"ab", "ab*d", "a===", "=abc", "ab=c"})
    EXPECT_EQ(EncodedBytes(bad, true).take(1), std::nullopt) << bad;
  EXPECT_EQ(EncodedBytes("raw", false).take(4), std::nullopt);
  EXPECT_EQ(EncodedBytes("raw", false).take(3), "raw");
}

}  // namespace
}  // namespace sinew
