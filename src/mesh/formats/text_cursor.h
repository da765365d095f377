#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sinew {

// Walks through the text of a mesh file token by token and line by line, and knows the line it is on, so
// that every complaint names it. Handles \n, \r\n and \r. Never reads past the end: a missing token is an
// Error ("line 12: ... expected"). The text must outlive the cursor.
class TextCursor {
 public:
  // `comment` starts a comment that runs to the end of its line; '\0' for none.
  TextCursor(std::string_view text, std::string file, char comment = '#');

  // The rest of the current line, without its end; moves to the next one.
  std::string_view line();
  // Like line(), but passes over blank lines and comments; empty at the end of the text.
  std::string_view content_line();
  // The next token anywhere ahead, passing over white space, line ends and comments; Error at the end.
  std::string_view token(std::string_view expected);
  // The same, or nothing at the end of the text.
  std::optional<std::string_view> next_token();
  // The next token on this line, or nothing when the line (or its part before a comment) is used up.
  std::optional<std::string_view> token_on_line();
  // Moves to the start of the next line.
  void skip_line();

  double number(std::string_view expected);      // finite, or an Error
  long long integer(std::string_view expected);  // a whole number, or an Error
  // An integer in [0, limit]: for counts, which are checked against what the file can hold.
  long long count(std::string_view expected, long long limit);

  bool at_end() const { return position_ >= text_.size(); }
  std::size_t position() const { return position_; }
  void set_position(std::size_t position);
  std::size_t remaining() const { return text_.size() - position_; }
  std::string_view rest() const { return text_.substr(position_); }
  long long line_number() const { return line_; }
  const std::string& file() const { return file_; }

  // An Error that names the file and the current line.
  [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const;

 private:
  void skip_blank(bool across_lines);

  std::string_view text_;
  std::string file_;
  char comment_;
  std::size_t position_ = 0;
  long long line_ = 1;
};

// Locale-free parsing of a whole token; nothing if it is not a number of that kind. Accepts a leading '+',
// Fortran's 'd' exponents, and (for doubles) "nan" and "inf", which callers must refuse.
std::optional<double> parse_double(std::string_view token);
std::optional<long long> parse_integer(std::string_view token);

// A token as it may be shown in a message: short, and without control characters.
std::string printable(std::string_view token);

}  // namespace sinew
