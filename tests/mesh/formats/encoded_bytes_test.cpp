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

TEST(EncodedBytes, a_whole_text_may_lack_its_padding_but_hold_no_blanks) {
  EXPECT_EQ(decode_base64(""), "");
  EXPECT_EQ(decode_base64("c2luZXcu"), "sinew.");
  for (const char* padded_or_not : {"c2luZXc=", "c2luZXc"}) EXPECT_EQ(decode_base64(padded_or_not), "sinew");
  for (const char* padded_or_not : {"c2luZQ==", "c2luZQ"}) EXPECT_EQ(decode_base64(padded_or_not), "sine");
  for (const char* bad : {"c2lu ZXc", "c2l*", "c2luZ*", "c2=u"})
    EXPECT_EQ(decode_base64(bad), std::nullopt) << bad;
}

}  // namespace
}  // namespace sinew
