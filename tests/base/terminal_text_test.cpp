#include "base/terminal_text.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(TerminalText, letters_of_every_language_and_newlines_are_kept) {
  const std::string text = "line\nÄpfel, 猫 and 🐈";
  EXPECT_EQ(terminal_text(text), text);
}

TEST(TerminalText, escapes_that_would_move_a_terminals_cursor_are_not) {
  EXPECT_EQ(terminal_text("a\x1b[2Jb\tc\r\x7f"), "a?[2Jb?c??");
  EXPECT_EQ(terminal_text(std::string_view("\0x", 2)), "?x");
  EXPECT_EQ(terminal_text("\xc2\x9b"
                          "2J"),
            "??2J");
}

TEST(TerminalText, bytes_that_are_no_text_become_question_marks) {
  EXPECT_EQ(terminal_text("\xff\xfe"), "??");
  EXPECT_EQ(terminal_text("a\xe7\x8c"), "a??");          // cut in the middle of a letter
  EXPECT_EQ(terminal_text("\xc0\xaf"), "??");            // a slash written too long
  EXPECT_EQ(terminal_text("\xed\xa0\x80"), "???");       // half of a surrogate pair
  EXPECT_EQ(terminal_text("\xf4\x90\x80\x80"), "????");  // beyond the last letter
}

}  // namespace
}  // namespace sinew
