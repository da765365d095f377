#include "mesh/formats/text_cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sinew/base/error.h"

namespace sinew {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }

template <typename T>
std::optional<T> parse_whole(std::string_view token) {
  if (!token.empty() && token.front() == '+') token.remove_prefix(1);
  T value{};
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc() || end != token.data() + token.size() || token.empty()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<long long> parse_integer(std::string_view token) { return parse_whole<long long>(token); }

std::optional<double> parse_double(std::string_view token) {
  if (const auto value = parse_whole<double>(token)) return value;
  // Fortran writes 1.0D+03; and a number too small for a double is zero, not an error.
  std::string text(token);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
  if (text != token)
    if (const auto value = parse_whole<double>(text)) return value;
  if (text.empty() || text.find_first_not_of("+-.0123456789eE") != std::string::npos) return std::nullopt;
  double value = 0;
  const char* begin = text.data() + (text.front() == '+' ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), value);
  if (error != std::errc::result_out_of_range || end != text.data() + text.size()) return std::nullopt;
  const bool tiny = text.find("e-") != std::string::npos || text.find("E-") != std::string::npos;
  if (tiny) return 0.0;
  return text.front() == '-' ? -HUGE_VAL : HUGE_VAL;
}

std::string printable(std::string_view token) {
  std::string shown(token.substr(0, 32));
  for (char& c : shown)
    if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126) c = '?';
  return token.size() > 32 ? shown + "..." : shown;
}

TextCursor::TextCursor(std::string_view text, std::string file, char comment)
    : text_(text), file_(std::move(file)), comment_(comment) {
  // A byte order mark is no token.
  if (text_.substr(0, 3) == "\xEF\xBB\xBF") position_ = 3;
}

void TextCursor::skip_line() {
  position_ = std::min(text_.find_first_of("\r\n", position_), text_.size());
  if (at_end()) return;
  const bool crlf = text_[position_] == '\r' && position_ + 1 < text_.size() && text_[position_ + 1] == '\n';
  position_ += crlf ? 2 : 1;
  ++line_;
}

std::string_view TextCursor::line() {
  const std::size_t begin = position_;
  const std::size_t end = std::min(text_.find_first_of("\r\n", position_), text_.size());
  skip_line();
  return text_.substr(begin, end - begin);
}

std::string_view TextCursor::content_line() {
  skip_blank(true);
  return line();
}

void TextCursor::skip_blank(bool across_lines) {
  while (!at_end()) {
    const char c = text_[position_];
    if (is_space(c)) {
      ++position_;
    } else if (c == comment_ && comment_ != '\0') {
      position_ = std::min(text_.find_first_of("\r\n", position_), text_.size());
    } else if (is_line_end(c) && across_lines) {
      skip_line();
    } else {
      return;
    }
  }
}

std::optional<std::string_view> TextCursor::token_on_line() {
  skip_blank(false);
  if (at_end() || is_line_end(text_[position_])) return std::nullopt;
  const std::size_t begin = position_;
  while (!at_end() && !is_space(text_[position_]) && !is_line_end(text_[position_])) ++position_;
  return text_.substr(begin, position_ - begin);
}

std::optional<std::string_view> TextCursor::next_token() {
  skip_blank(true);
  return token_on_line();
}

std::string_view TextCursor::token(std::string_view expected) {
  const auto found = next_token();
  if (!found) fail(fmt::format("the file ends where {} was expected", expected), "it seems to be truncated");
  return *found;
}

double TextCursor::number(std::string_view expected) {
  const std::string_view text = token(expected);
  const auto value = parse_double(text);
  if (!value) fail(fmt::format("{} expected, found '{}'", expected, printable(text)));
  if (!std::isfinite(*value)) fail(fmt::format("{} is {}, not a finite number", expected, printable(text)));
  return *value;
}

long long TextCursor::integer(std::string_view expected) {
  const std::string_view text = token(expected);
  const auto value = parse_integer(text);
  if (!value) fail(fmt::format("{} expected, found '{}'", expected, printable(text)));
  return *value;
}

long long TextCursor::count(std::string_view expected, long long limit) {
  const long long value = integer(expected);
  if (value < 0) fail(fmt::format("{} is negative: {}", expected, value));
  if (value > limit)
    fail(fmt::format("{} is {}, more than the rest of the file can hold", expected, value),
         "the file is truncated, or not of the format its name says");
  return value;
}

void TextCursor::set_position(std::size_t position) {
  const std::size_t from = std::min(position_, position);
  const auto lines =
      std::count(text_.begin() + static_cast<std::ptrdiff_t>(from),
                 text_.begin() + static_cast<std::ptrdiff_t>(std::max(position_, position)), '\n');
  line_ += position >= position_ ? lines : -lines;
  position_ = position;
}

void TextCursor::fail(const std::string& what, const std::string& hint) const {
  throw Error(what, fmt::format("{}, line {}", file_, line_), hint);
}

}  // namespace sinew
